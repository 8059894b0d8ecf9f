package io.stepgraph.internal.run;

import static io.stepgraph.runtime.testing.Errors.assertThrown;
import static io.stepgraph.runtime.testing.Node.ASK;
import static io.stepgraph.runtime.testing.Node.FIRST;
import static io.stepgraph.runtime.testing.Node.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.stepgraph.engine.Fixture;
import io.stepgraph.engine.Runner;
import io.stepgraph.engine.RunnerBuilder;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.Ticket;
import io.stepgraph.runtime.WaitTimeoutException;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.runtime.graph.StepBuilder;
import io.stepgraph.runtime.graph.Transition;
import io.stepgraph.runtime.graph.ValueType;
import io.stepgraph.runtime.testing.Errors;
import io.stepgraph.runtime.testing.Node;
import io.stepgraph.runtime.testing.Notes;
import io.stepgraph.runtime.testing.Outcomes;
import io.stepgraph.runtime.testing.TestGraph;
import io.stepgraph.store.AcquireRequest;
import io.stepgraph.store.LeaseRequest;
import io.stepgraph.store.Owner;
import io.stepgraph.store.Status;
import io.stepgraph.store.StoredRun;
import io.stepgraph.store.memory.MemoryStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls of a runner on a run that has called others, without workers (C6 to C11). */
@Timeout(60)
@Tag("C7")
final class FamilyTest {
    private static final Duration HOUR = Duration.ofHours(1);

    private final Fixture fixture = new Fixture();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final CountDownLatch inside = new CountDownLatch(1);
    private final CountDownLatch goOn = new CountDownLatch(1);

    /** What the agents have done, in order. */
    private final List<String> done = Collections.synchronizedList(new ArrayList<>());

    @AfterEach
    void close() {
        goOn.countDown();
        threads.shutdownNow();
        fixture.close();
    }

    /** A graph that calls an agent for each of so many elements, which the state names. */
    private static TestGraph<Notes> list(TestGraph<Notes> agent, int size, Consumer<StepBuilder<Node>> call) {
        return TestGraph.of(Notes.class)
                .name("caller")
                .calls(
                        FIRST,
                        s -> call.accept(s.to(SECOND).calls(true, 1_000, agent.agent("agent"))),
                        (notes, input, context) -> Transition.call(IntStream.rangeClosed(1, size)
                                .mapToObj(each -> Notes.of("start " + each))
                                .toList()),
                        ends -> Transition.go(SECOND, String.valueOf(ends.size())))
                .step(SECOND, s -> s.toEnd().takes(ValueType.of(String.class)), (notes, input, context) -> {
                    notes.add(input + " ends");
                    return Transition.end();
                });
    }

    private static TestGraph<Notes> list(TestGraph<Notes> agent, int size) {
        return list(agent, size, call -> {});
    }

    /** An agent with this one step. */
    private TestGraph<Notes> works(TestGraph.Work<Notes> work) {
        return TestGraph.of(Notes.class).name("agent").ends(FIRST, (notes, context) -> {
            work.on(notes, context);
            done.add(notes.lines.get(0));
        });
    }

    private TestGraph<Notes> blocks() {
        return works((notes, context) -> {
            inside.countDown();
            goOn.await();
        });
    }

    private static TestGraph<Notes> asks() {
        return TestGraph.of(Notes.class)
                .name("agent")
                .start(ASK)
                .asks(ASK, String.class, SECOND)
                .step(
                        SECOND,
                        s -> s.toEnd().takes(ValueType.of(String.class)),
                        (notes, input, context) -> Transition.end());
    }

    private RunClient<Notes, Node> runs(TestGraph<Notes> graph, UnaryOperator<RunnerBuilder> config) {
        return fixture.runs(graph, builder -> config.apply(Fixture.realTime(builder)));
    }

    private RunClient<Notes, Node> runs(TestGraph<Notes> graph) {
        return runs(graph, builder -> builder);
    }

    private static RunOutcome<Node> run(RunClient<Notes, Node> runs) {
        return runs.run("one", Notes.of(), null);
    }

    private <T> Future<T> begun(Callable<T> call) {
        return threads.submit(call);
    }

    @SuppressWarnings("unchecked")
    private static RunClient<Notes, Node> agents(RunClient<Notes, Node> runs) {
        return (RunClient<Notes, Node>) runs.called("agent");
    }

    private static String child(int element) {
        return "one//first.1/agent." + element;
    }

    private static Throwable cause(Future<?> call) throws Exception {
        try {
            throw new AssertionError("It has returned " + call.get(20, TimeUnit.SECONDS) + ".");
        } catch (ExecutionException thrown) {
            return thrown.getCause();
        }
    }

    @Test
    void one_place_executes_the_agents_in_order_in_the_thread_of_the_call() {
        List<Thread> by = new ArrayList<>();
        TestGraph<Notes> graph = list(works((notes, context) -> by.add(Thread.currentThread())), 5);

        assertThat(Outcomes.completed(run(runs(graph, b -> b.parallel(1))))).hasToString("[5 ends]");
        assertThat(by).hasSize(5).containsOnly(Thread.currentThread());
        assertThat(done).containsExactly("start 1", "start 2", "start 3", "start 4", "start 5");
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 16})
    void agents_are_executed_at_the_same_time_in_as_many_places(int places) {
        CyclicBarrier together = new CyclicBarrier(places);
        TestGraph<Notes> graph = list(works((notes, context) -> together.await()), 2 * places);

        assertThat(Outcomes.completed(run(runs(graph, b -> b.parallel(places)))))
                .hasToString("[" + 2 * places + " ends]");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 16})
    void agents_call_agents(int places) {
        TestGraph<Notes> middle = list(list(works((notes, context) -> {}), 3), 3);

        assertThat(Outcomes.completed(run(runs(list(middle, 3), b -> b.parallel(places)))))
                .hasToString("[3 ends]");
        assertThat(done).hasSize(27);
    }

    @Test
    void the_agents_wait_for_people_one_after_the_other() {
        RunClient<Notes, Node> runs = runs(list(asks(), 2));
        RunOutcome.Called<Node> waits = (RunOutcome.Called<Node>) run(runs);
        assertThat(waits.size()).isEqualTo(2);
        assertThat(waits.ended()).isZero();
        assertThat(runs.outcome("one")).isEqualTo(waits);
        assertThat(runs.await("one")).isEqualTo(waits);

        Outcomes.completed(agents(runs).answer(ticket(waits, 1), "yes"));
        RunOutcome.Called<Node> waiting = (RunOutcome.Called<Node>) runs.resume("one");
        assertThat(waiting.ended()).isEqualTo(1);
        agents(runs).submit(ticket(waiting, 0), "yes");
        assertThat(runs.outcome("one")).isNull();
        assertThat(Outcomes.completed(runs.resume("one"))).hasToString("[2 ends]");
    }

    @SuppressWarnings("unchecked")
    private static Ticket ticket(RunOutcome.Called<Node> called, int index) {
        return Outcomes.ticket((RunOutcome<Node>) called.children().get(index).outcome());
    }

    @Test
    void an_interrupted_call_releases_all_that_it_executes() throws Exception {
        CountDownLatch begun = new CountDownLatch(3);
        TestGraph<Notes> agent = works((notes, context) -> {
            begun.countDown();
            goOn.await();
        });
        RunClient<Notes, Node> runs = runs(list(agent, 3));
        Thread[] thread = new Thread[1];
        Future<?> call = begun(() -> {
            thread[0] = Thread.currentThread();
            return run(runs);
        });
        begun.await();
        thread[0].interrupt();

        assertThat(cause(call)).is(Errors.with(ErrorCode.CALL_INTERRUPTED));
        for (int i = 1; i <= 3; i++) {
            assertThat(fixture.stored(child(i)))
                    .returns(Status.QUEUED, StoredRun::status)
                    .returns(0, StoredRun::crashesWhenAcquired);
        }
        goOn.countDown();
        assertThat(Outcomes.completed(runs.resume("one"))).hasToString("[3 ends]");
    }

    @Test
    void a_runner_that_closes_releases_all_that_it_executes() throws Exception {
        TestGraph<Notes> graph = list(
                TestGraph.of(Notes.class)
                        .name("agent")
                        .goes(FIRST, SECOND, (notes, context) -> {
                            inside.countDown();
                            goOn.await();
                        })
                        .ends(SECOND),
                3);
        Runner runner = fixture.runner(Fixture::realTime);
        Future<?> call = begun(() -> run(runner.client(graph, new Object())));
        inside.await();
        Thread closing = new Thread(runner::close);
        closing.start();
        while (closing.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
        goOn.countDown();
        closing.join();

        assertThat(cause(call)).is(Errors.with(ErrorCode.RUNNER_CLOSED));
        for (int i = 1; i <= 3; i++) {
            assertThat(fixture.stored(child(i)).status()).isEqualTo(Status.QUEUED);
        }
        assertThat(Outcomes.completed(runs(graph).resume("one"))).hasToString("[3 ends]");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void two_calls_on_one_caller_share_the_work(boolean isOneRunner) throws Exception {
        CyclicBarrier together = new CyclicBarrier(2);
        TestGraph<Notes> graph = list(works((notes, context) -> together.await()), 10);
        RunClient<Notes, Node> runs = runs(graph, b -> b.parallel(1));
        RunClient<Notes, Node> others = isOneRunner ? runs : runs(graph, b -> b.parallel(1));
        Future<RunOutcome<Node>> other = begun(() -> run(others));

        assertThat(Outcomes.completed(run(runs))).hasToString("[10 ends]");
        assertThat(Outcomes.completed(other.get())).hasToString("[10 ends]");
        assertThat(done).hasSize(10);
    }

    @Test
    void a_call_that_only_waits_for_others_waits_no_longer_than_its_runner_allows() throws Exception {
        TestGraph<Notes> graph = list(blocks(), 1);
        Future<RunOutcome<Node>> call = begun(() -> run(runs(graph)));
        inside.await();

        assertThrown(
                WaitTimeoutException.class,
                () -> runs(graph, b -> b.waitTimeout(Duration.ofMillis(50))).resume("one"),
                "Run 'one' waits for agents that it has called",
                "within PT0.05S");
        goOn.countDown();
        Outcomes.completed(call.get());
    }

    @Test
    void a_step_of_an_agent_cannot_run_a_run_that_waits_for_it() throws Exception {
        List<RunClient<Notes, Node>> all = Collections.synchronizedList(new ArrayList<>());
        List<Throwable> thrown = new ArrayList<>();
        TestGraph<Notes> agent = works((notes, context) -> {
            for (RunClient<Notes, Node> runs : all) {
                thrown.add(catchThrowable(() -> runs.resume("one")));
            }
        });
        TestGraph<Notes> graph = list(list(agent, 1), 1);
        RunClient<Notes, Node> runs = runs(graph);
        all.add(runs);
        all.add(runs(graph));
        Outcomes.completed(run(runs));

        assertThat(thrown)
                .hasSize(2)
                .allSatisfy(
                        refused -> assertThat(refused)
                                .is(Errors.with(ErrorCode.ILLEGAL_RUN_STATUS))
                                .hasMessageStartingWith(
                                        "A step of run 'one//first.1/agent.1//first.1/agent.1' called run 'one', which waits for it"));
    }

    @Test
    void steps_may_each_run_a_family_of_their_own() throws Exception {
        TestGraph<Notes> family = list(works((notes, context) -> {}), 4);
        RunClient<Notes, Node> runs = runs(family);
        TestGraph<Notes> outer = list(
                works((notes, context) ->
                        Outcomes.completed(runs.run("family of " + notes.lines.get(0), Notes.of(), null))),
                16);

        assertThat(Outcomes.completed(run(runs(outer, b -> b.parallel(16))))).hasToString("[16 ends]");
        assertThat(done).hasSize(16 + 16 * 4);
    }

    @Test
    void an_agent_that_this_build_refuses_is_named_once_the_others_are_done() {
        TestGraph<Notes> before = list(
                TestGraph.of(Notes.class)
                        .name("agent")
                        .start(ASK)
                        .asks(ASK, String.class, SECOND)
                        .ends(SECOND),
                1);
        run(runs(before));
        TestGraph<Notes> other = TestGraph.of(Notes.class).name("agent").ends(FIRST);
        RunClient<Notes, Node> runs = runs(before);
        runs.called("agent");
        agents(runs).submit(ticket((RunOutcome.Called<Node>) runs.resume("one"), 0), "yes");

        assertThatThrownBy(() -> runs(list(other, 1)).resume("one")).isInstanceOf(StepgraphException.class);
    }

    @Test
    @Tag("C9")
    void agents_are_stopped_when_the_time_of_the_call_is_over() throws Exception {
        TestGraph<Notes> graph = list(asks(), 2, call -> call.callTimeout(HOUR.toMillis()));
        RunClient<Notes, Node> runs = fixture.runs(graph);
        assertThat(run(runs)).isInstanceOf(RunOutcome.Called.class);
        fixture.time.pass(HOUR);

        assertThat(Outcomes.failure(runs.resume("one"), ErrorCode.CALL_TIMED_OUT))
                .contains("'one//first.1/agent.1'");
        assertThat(fixture.stored(child(2)).status()).isEqualTo(Status.FAILED);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    @Tag("C9")
    void an_agent_in_progress_is_interrupted_when_the_time_of_the_call_is_over(int places) {
        TestGraph<Notes> graph = list(blocks(), 1, call -> call.callTimeout(300));
        try (MemoryStore store = new MemoryStore();
                Runner runner = Runner.builder(store).parallel(places).build()) {
            assertThat(Outcomes.failure(run(runner.client(graph, new Object())), ErrorCode.CALL_TIMED_OUT))
                    .contains("The time of call 'first' of run 'one' is over.");
        }
        assertThat(inside.getCount()).isZero();
        assertThat(done).isEmpty();
    }

    @Test
    @Tag("C9")
    void an_agent_in_progress_is_interrupted_when_the_time_of_a_call_below_is_over() throws Exception {
        TestGraph<Notes> middle = list(blocks(), 1, call -> call.callTimeout(300));
        try (MemoryStore store = new MemoryStore();
                Runner runner = Runner.builder(store).parallel(1).build()) {
            Future<RunOutcome<Node>> call = begun(() -> run(runner.client(list(middle, 1), new Object())));
            assertThat(Outcomes.failure(call.get(10, TimeUnit.SECONDS), ErrorCode.CHILD_FAILED))
                    .contains("The time of call 'first' of run '" + child(1) + "' is over.");
        } finally {
            goOn.countDown();
        }
    }

    @Test
    @Tag("C9")
    @Tag("C10")
    void a_caller_below_is_stopped_after_its_agents_and_a_retry_continues_those() {
        TestGraph<Notes> graph = list(list(asks(), 1), 1, call -> call.callTimeout(HOUR.toMillis()));
        RunClient<Notes, Node> runs = fixture.runs(graph);
        run(runs);
        fixture.time.pass(HOUR);

        assertThat(Outcomes.failure(runs.resume("one"), ErrorCode.CALL_TIMED_OUT))
                .contains("The time of call 'first' of run 'one' is over.");
        assertThat(fixture.stored(child(1)))
                .returns(Status.FAILED, StoredRun::status)
                .returns("first", run -> run.checkpoint().step());
        assertThat(runs.retry("one")).isInstanceOf(RunOutcome.Called.class);
        assertThat(fixture.stored(child(1) + "//first.1/agent.1").status()).isEqualTo(Status.WAITING);
    }

    @Test
    @Tag("C9")
    void an_agent_whose_owner_is_gone_is_stopped_by_the_next_one() {
        TestGraph<Notes> graph = list(
                works((notes, context) -> abandon(child(2), Fixture::elsewhere)),
                2,
                call -> call.callTimeout(HOUR.toMillis()));

        // What others execute is waited for, and so long that both times pass.
        assertThat(Outcomes.failure(run(fixture.runs(graph, b -> b.parallel(1))), ErrorCode.CALL_TIMED_OUT))
                .contains(child(2));
        assertThat(done).containsExactly("start 1");
        assertThat(fixture.stored(child(2)).state()).isNotNull();
    }

    private void abandon(String id, UnaryOperator<Owner> by) {
        Owner owner = fixture.stored(child(1)).owner();
        LeaseRequest lease = new LeaseRequest(by.apply(owner), HOUR.multipliedBy(2));
        assertThat(fixture.memory.runs().acquire(new AcquireRequest(fixture.stored(id), lease, false, List.of())))
                .isNotNull();
    }

    @Test
    @Tag("C9")
    void agents_share_the_deadline_of_their_caller_which_fails_after_them() {
        TestGraph<Notes> graph = list(asks(), 2);
        RunClient<Notes, Node> runs = fixture.runs(graph, b -> b.deadline(HOUR));
        run(runs);
        fixture.time.pass(HOUR);

        Outcomes.failed(runs.resume("one"), ErrorCode.DEADLINE_EXCEEDED);
        Outcomes.failed(agents(runs).outcome(child(1)), ErrorCode.DEADLINE_EXCEEDED);
    }

    @Test
    @Tag("C10")
    void a_retry_opens_the_agents_that_have_failed_and_continues_with_them() {
        List<String> broken = new ArrayList<>(List.of("start 2"));
        TestGraph<Notes> graph = list(
                works((notes, context) -> {
                    if (broken.contains(notes.lines.get(0))) {
                        throw new IllegalStateException("broken");
                    }
                }),
                3);
        RunClient<Notes, Node> runs = runs(graph);
        assertThat(Outcomes.failure(run(runs), ErrorCode.CHILD_FAILED)).contains("broken");
        assertThrown(ErrorCode.ILLEGAL_RUN_STATUS, () -> agents(runs).retry(child(2)), "'one'");
        broken.clear();

        assertThat(Outcomes.completed(runs.retry("one"))).hasToString("[3 ends]");
        assertThat(done).containsExactlyInAnyOrder("start 1", "start 3", "start 2");
    }

    @Test
    @Tag("C8")
    void a_cancel_interrupts_the_agents_that_this_process_executes() throws Exception {
        TestGraph<Notes> graph = list(blocks(), 2);
        RunClient<Notes, Node> runs = runs(graph);
        Future<RunOutcome<Node>> call = begun(() -> run(runs));
        inside.await();
        runs.cancel("one");

        assertThat(call.get(20, TimeUnit.SECONDS)).isInstanceOf(RunOutcome.Cancelled.class);
        assertThat(fixture.stored(child(1)).status()).isEqualTo(Status.CANCELLED);
        assertThat(fixture.stored(child(2)).status()).isEqualTo(Status.CANCELLED);
    }

    @Test
    @Tag("C8")
    void a_cancel_ends_the_agents_of_dead_owners() throws Exception {
        TestGraph<Notes> graph = list(
                works((notes, context) -> {
                    abandon(child(2), Fixture::dead);
                    inside.countDown();
                    goOn.await();
                }),
                2);
        RunClient<Notes, Node> runs = runs(graph, b -> b.parallel(1));
        Future<RunOutcome<Node>> call = begun(() -> run(runs));
        inside.await();
        runs.cancel("one");

        assertThat(fixture.stored(child(2)).status()).isEqualTo(Status.CANCELLED);
        assertThat(call.get(20, TimeUnit.SECONDS)).isInstanceOf(RunOutcome.Cancelled.class);
    }

    @Test
    @Tag("C11")
    void an_agent_is_neither_deleted_nor_forked_alone() {
        RunClient<Notes, Node> runs = runs(list(works((notes, context) -> {}), 1), b -> b.parallel(1));
        run(runs);

        assertThrown(ErrorCode.ILLEGAL_RUN_STATUS, () -> agents(runs).delete(child(1)), "'one'");
        assertThrown(
                ErrorCode.ILLEGAL_RUN_STATUS,
                () -> agents(runs).fork(child(1), 1, "copy"),
                "Run '" + child(1) + "' was called by 'one'; fork that.");
        assertThat(runs.delete("one")).isTrue();
        assertThat(agents(runs).look(child(1))).isNull();
    }
}
