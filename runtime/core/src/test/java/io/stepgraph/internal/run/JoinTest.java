package io.stepgraph.internal.run;

import static io.stepgraph.runtime.testing.Errors.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepgraph.engine.Fixture;
import io.stepgraph.engine.Runner;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.StartConflictException;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.WaitTimeoutException;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.event.OutcomeStream;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.runtime.graph.Transition;
import io.stepgraph.runtime.testing.Errors;
import io.stepgraph.runtime.testing.Graphs;
import io.stepgraph.runtime.testing.Node;
import io.stepgraph.runtime.testing.Notes;
import io.stepgraph.runtime.testing.Outcomes;
import io.stepgraph.runtime.testing.Running;
import io.stepgraph.runtime.testing.TestGraph;
import io.stepgraph.store.memory.MemoryStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Several callers of one run (R3). */
@Timeout(60)
@Tag("R3")
final class JoinTest {
    private final Fixture fixture = new Fixture();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final CountDownLatch inside = new CountDownLatch(1);
    private final CountDownLatch goOn = new CountDownLatch(1);
    private final AtomicInteger executed = new AtomicInteger();

    @AfterEach
    void close() {
        goOn.countDown();
        threads.shutdownNow();
        fixture.close();
    }

    private final TestGraph<Notes> slow = Graphs.single((notes, context) -> {
        executed.incrementAndGet();
        inside.countDown();
        goOn.await();
        notes.add("done");
    });

    /** A call that has begun the step of its run. */
    private Running executed(RunClient<Notes, Node> runs) throws InterruptedException {
        Running call = new Running(runs);
        inside.await();
        return call;
    }

    @Test
    void R3_one_who_joins_with_another_start_is_told_at_once() throws Exception {
        RunClient<Notes, Node> runs = fixture.inRealTime(slow);
        Running first = executed(runs);

        assertThatThrownBy(() -> runs.run("one", Notes.of("other"), null)).isInstanceOf(StartConflictException.class);
        assertThatThrownBy(() -> runs.retry("one")).is(Errors.with(ErrorCode.ILLEGAL_RUN_STATUS));
        goOn.countDown();
        Outcomes.completed(first.stop());
    }

    @Test
    void R3_one_who_joins_from_another_graph_or_another_thread_is_told_at_once() throws Exception {
        Runner runner = fixture.runner(Fixture::realTime);
        RunClient<Notes, Node> runs = runner.client(slow, new Object(), "mine");
        RunClient<Notes, Node> foreign = runner.client(Graphs.review().name("foreign"), new Object());
        RunClient<Notes, Node> elsewhere = runner.client(slow, new Object(), "other");
        Running first = executed(runs);

        assertThatThrownBy(() -> foreign.resume("one")).is(Errors.with(ErrorCode.WRONG_GRAPH));
        assertThatThrownBy(() -> foreign.run("one", Notes::new, null)).is(Errors.with(ErrorCode.WRONG_GRAPH));
        assertThatThrownBy(() -> foreign.stream("one", outcome -> outcome)).is(Errors.with(ErrorCode.WRONG_GRAPH));
        assertThatThrownBy(() -> elsewhere.resume("one")).isInstanceOf(StartConflictException.class);
        assertThatThrownBy(() -> elsewhere.run("one", Notes::new, null)).isInstanceOf(StartConflictException.class);
        assertThat(first.thread.isAlive()).isTrue();
        goOn.countDown();
        Outcomes.completed(first.stop());
    }

    @Test
    void R3_joining_has_the_runner_s_time_limit() throws Exception {
        RunClient<Notes, Node> runs =
                fixture.runs(slow, b -> Fixture.realTime(b).waitTimeout(Duration.ofMillis(20)));
        Running first = executed(runs);

        assertThrown(WaitTimeoutException.class, () -> runs.resume("one"), "one");
        goOn.countDown();
        Outcomes.completed(first.stop());
    }

    @Test
    void R3_joining_is_interruptible_and_leaves_the_execution_alone() throws Exception {
        RunClient<Notes, Node> runs = fixture.inRealTime(slow);
        Running first = executed(runs);

        Running joining = new Running(runs);
        joining.thread.interrupt();

        assertThatThrownBy(joining::stop).is(Errors.with(ErrorCode.CALL_INTERRUPTED));
        goOn.countDown();
        Outcomes.completed(first.stop());
    }

    @Test
    void R3_when_the_one_who_executes_is_interrupted_one_who_joined_goes_on() throws Exception {
        AtomicReference<Thread> executing = new AtomicReference<>();
        TestGraph<Notes> graph = Graphs.single((notes, context) -> {
            executed.incrementAndGet();
            if (executing.compareAndSet(null, Thread.currentThread())) {
                inside.countDown();
                goOn.await();
            }
            notes.add("done");
        });
        RunClient<Notes, Node> runs = fixture.inRealTime(graph);
        Running first = executed(runs);
        Future<RunOutcome<Node>> second = threads.submit(() -> runs.resume("one"));

        executing.get().interrupt();

        assertThatThrownBy(first::stop).is(Errors.with(ErrorCode.CALL_INTERRUPTED));
        assertThat(Outcomes.completed(second.get())).hasToString("[done]");
        assertThat(executed).hasValue(2);
    }

    @Test
    void a_step_that_runs_its_own_run_is_told_so_instead_of_waiting_for_itself() {
        AtomicReference<RunClient<Notes, Node>> runs = new AtomicReference<>();
        List<Callable<Object>> tricks = List.of(
                () -> runs.get().run("one", Notes.of(), null),
                () -> runs.get().resume("one"),
                () -> runs.get().run("one", Notes::new, null),
                () -> runs.get().retry("one"),
                () -> {
                    try (OutcomeStream<RunOutcome<Node>> stream = runs.get().stream("one", outcome -> outcome)) {
                        return stream.outcome();
                    }
                });
        List<String> told = new ArrayList<>();
        runs.set(fixture.inRealTime(Graphs.single((notes, context) -> {
            for (Callable<Object> trick : tricks) {
                try {
                    trick.call();
                } catch (StepgraphException e) {
                    assertThat(e).is(Errors.with(ErrorCode.ILLEGAL_RUN_STATUS));
                    told.add(e.getMessage());
                }
            }
        })));

        Outcomes.completed(runs.get().run("one", Notes.of(), null));

        assertThat(told).hasSize(5).allMatch(message -> message.contains("'one'"));
    }

    @Test
    void nor_through_another_run_or_another_thread() {
        AtomicReference<RunClient<Notes, Node>> inner = new AtomicReference<>();
        AtomicReference<RunClient<Notes, Node>> outer = new AtomicReference<>();
        Runner runner = fixture.runner(Fixture::realTime);
        inner.set(runner.client(
                TestGraph.of(Notes.class)
                        .name("inner")
                        .step(Node.FIRST, s -> s.timeout(20_000, "20s").toEnd(), (notes, input, context) -> {
                            outer.get().resume("outer");
                            return Transition.end();
                        }),
                new Object()));
        outer.set(runner.client(
                Graphs.single(s -> s.timeout(20_000, "20s"), (notes, context) -> {
                    notes.add(Outcomes.failure(inner.get().run("inner", Notes.of(), null), ErrorCode.STEP_FAILED));
                }),
                new Object()));

        assertThat(Outcomes.completed(outer.get().run("outer", Notes.of(), null))
                        .toString())
                .contains("'outer'");
    }

    @Test
    void many_threads_and_runs_each_step_once() throws Exception {
        try (MemoryStore store = new MemoryStore();
                Runner runner = Runner.builder(store).build()) {
            RunClient<Notes, Node> runs = runner.client(
                    Graphs.line((n, c) -> executed.incrementAndGet(), (n, c) -> n.add("x")), new Object());
            List<Future<RunOutcome<Node>>> calls = new ArrayList<>();
            for (int i = 0; i < 400; i++) {
                String id = "run-" + i % 50;
                calls.add(threads.submit(() -> runs.run(id, Notes.of(), null)));
            }
            for (Future<RunOutcome<Node>> call : calls) {
                assertThat(Outcomes.completed(call.get())).hasToString("[x]");
            }
        }
        assertThat(executed).hasValue(50);
    }
}
