package io.stepgraph.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.Effect;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.StepContext;
import io.stepgraph.runtime.TransientException;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.runtime.hook.HookDecision;
import io.stepgraph.runtime.hook.RunObserver;
import io.stepgraph.runtime.hook.StepCall;
import io.stepgraph.runtime.hook.StepHook;
import io.stepgraph.runtime.testing.Graphs;
import io.stepgraph.runtime.testing.Node;
import io.stepgraph.runtime.testing.Notes;
import io.stepgraph.runtime.testing.Outcomes;
import io.stepgraph.runtime.testing.TestGraph;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Interrupts that code of the program makes in a thread of a worker, which only the runner interrupts. */
@Timeout(60)
@Tag("E2")
@Tag("R6")
@Tag("R7")
@Tag("R9")
@Tag("R13")
@Tag("E4")
@Tag("H3")
final class OwnInterruptTest extends WorkerFixture {
    private final AtomicInteger calls = new AtomicInteger();
    private final List<Object> seen = new CopyOnWriteArrayList<>();
    private final CountDownLatch inside = new CountDownLatch(1);
    private final CountDownLatch goOn = new CountDownLatch(1);

    /** Code of the program that is interrupted by itself. */
    private enum Place {
        STEP,
        TASK,
        RECONCILE,
        HOOK;

        void go(StepContext<String> context, Graphs.Work work) throws Exception {
            switch (this) {
                case STEP -> work.on(Notes.of(), context);
                case TASK ->
                    context.together(List.of(1), element -> {
                        work.on(Notes.of(), context);
                        return element;
                    });
                case RECONCILE ->
                    context.once("charge", 500, String.class)
                            .reconcile(key -> {
                                work.on(Notes.of(), context);
                                return Optional.empty();
                            })
                            .call((key, cents) -> {
                                throw new TransientException("The reply of its own call is lost.");
                            });
                case HOOK -> {}
            }
        }
    }

    private static void interrupted(boolean throwsIt) throws InterruptedException {
        if (throwsIt) {
            throw new InterruptedException("of its own");
        }
        Thread.currentThread().interrupt();
        throw new IllegalStateException("of its own");
    }

    @ParameterizedTest
    @EnumSource
    void R6_code_that_is_interrupted_by_itself_uses_up_the_attempts(Place place) throws Exception {
        for (long timeout : new long[] {0, 60_000}) {
            for (boolean throwsIt : new boolean[] {true, false}) {
                String id = place + " " + timeout + " " + throwsIt;
                calls.set(0);
                TestGraph<Notes> graph = Graphs.limited(timeout, 3, (notes, context) -> {
                    calls.incrementAndGet();
                    place.go(context, (none, same) -> interrupted(throwsIt));
                });
                StepHook hook = new StepHook() {
                    @Override
                    public HookDecision before(StepCall call) throws InterruptedException {
                        if (place == Place.HOOK) {
                            calls.incrementAndGet();
                            interrupted(throwsIt);
                        }
                        return HookDecision.proceed();
                    }
                };
                runs(graph).enqueue(id, Notes.of(), null);
                try (Worker worker = worker(graph, b -> b.hook(hook))) {
                    RunOutcome.Failed<Node> failed = Outcomes.failed(
                            runs(graph).await(id), place == Place.HOOK ? ErrorCode.HOOK_FAILED : ErrorCode.STEP_FAILED);
                    assertThat(failed.failure().attempt()).as(id).isEqualTo(3);
                    assertThat(failed.failure().type()).as(id).isEqualTo(TransientException.class.getName());
                    assertThat(failed.failure().message()).as(id).contains("of its own");
                    assertThat(calls).as(id).hasValue(3);
                    assertThat(worker.status().claimed()).as(id).isOne();
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void R7_without_a_retry_it_takes_its_failure_step(boolean throwsIt) {
        TestGraph<Notes> graph = Graphs.rescued(s -> {}, (notes, context) -> interrupted(throwsIt));
        runs(graph).enqueue("one", Notes.of(), null);
        worker(graph, b -> b);

        assertThat(Outcomes.completed(runs(graph).await("one")).toString())
                .startsWith("[first STEP_FAILED Step 'first' of run 'one' was interrupted by the program's own code");
    }

    @Test
    void R9_a_flag_that_a_step_leaves_is_cleared() {
        TestGraph<Notes> graph = Graphs.line(
                (notes, context) -> Thread.currentThread().interrupt(),
                (notes, context) ->
                        notes.add("interrupted: " + Thread.currentThread().isInterrupted()));
        runs(graph).enqueue("one", Notes.of(), null);
        Worker worker = worker(graph, b -> b);

        assertThat(Outcomes.completed(runs(graph).await("one"))).hasToString("[interrupted: false]");
        assertThat(worker.status().claimed()).isOne();
    }

    /** An effect that another run is in the call of. */
    private static Effect<Integer, String> charge(StepContext<String> context) {
        return context.once("charge", 500, String.class).key("k").retryWithSameKey();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void E2_an_interrupt_by_itself_while_it_waits_for_another_run_fails_the_attempt(boolean inAThreadOfItsOwn)
            throws Exception {
        TestGraph<Notes> graph = Graphs.limited(0, 2, (notes, context) -> {
            if (context.runId().equals("first")) {
                charge(context).call((key, cents) -> {
                    inside.countDown();
                    goOn.await();
                    return "paid";
                });
                return;
            }
            if (calls.incrementAndGet() == 2) {
                goOn.countDown();
                notes.add(charge(context).call((key, cents) -> "paid twice"));
            } else if (inAThreadOfItsOwn) {
                Thread own = new Thread(() -> {
                    try {
                        charge(context).call((key, cents) -> "paid twice");
                    } catch (TransientException failed) {
                        seen.add(failed);
                    }
                });
                own.start();
                await("it waits", () -> own.getState() == Thread.State.TIMED_WAITING);
                own.interrupt();
                own.join();
                throw (TransientException) seen.get(0);
            } else {
                Thread.currentThread().interrupt();
                charge(context).call((key, cents) -> "paid twice");
            }
        });
        RunClient<Notes, Node> runs = runs(graph);
        runs.enqueue("first", Notes.of(), null);
        worker(graph, b -> b);
        inside.await();
        runs.enqueue("one", Notes.of(), null);

        assertThat(Outcomes.completed(runs.await("one"))).hasToString("[paid]");
        assertThat(calls).hasValue(2);
    }

    /** Leaves the flag wherever it is called. */
    private static final class Rude
            implements StepHook,
                    RunObserver,
                    RunObserver.ExecutionScope,
                    RunObserver.StepScope,
                    RunObserver.EffectScope {
        private Rude leaves() {
            Thread.currentThread().interrupt();
            return this;
        }

        @Override
        public HookDecision before(StepCall call) {
            leaves();
            return HookDecision.proceed();
        }

        @Override
        public void happened(RunEvent event) {
            leaves();
        }

        @Override
        public ExecutionScope executes(ExecutedRun run) {
            return leaves();
        }

        @Override
        public StepScope step(String step, long visit, int attempt) {
            return leaves();
        }

        @Override
        public EffectScope effect(String name, String item) {
            return leaves();
        }

        @Override
        public void ended(EffectOutcome outcome, @Nullable Throwable thrown) {
            leaves();
        }

        @Override
        public void ended(StepOutcome outcome, @Nullable Throwable thrown) {
            leaves();
        }

        @Override
        public void ended(ExecutionOutcome outcome) {
            leaves();
        }
    }

    @ParameterizedTest
    @CsvSource({"0", "60000"})
    void H3_a_worker_whose_observer_or_hook_leaves_the_flag_executes_its_runs(long timeout) {
        Rude rude = new Rude();
        TestGraph<Notes> graph = Graphs.limited(timeout, 1, (notes, context) -> {
            seen.add(Thread.currentThread().isInterrupted());
            context.emit("begun");
            seen.add(Thread.currentThread().isInterrupted());
            context.once("charge", 500, String.class)
                    .call((key, cents) ->
                            "paid " + seen.add(Thread.currentThread().isInterrupted()));
            seen.add(Thread.currentThread().isInterrupted());
        });
        runs(graph).enqueue("one", Notes.of(), null);
        Worker worker = worker(graph, b -> b.observer(rude).hook(rude));

        Outcomes.completed(runs(graph).await("one"));
        assertThat(seen).containsExactly(false, false, false, false);
        assertThat(worker.status().claimed()).isOne();
    }

    @ParameterizedTest
    @CsvSource({"0", "60000"})
    void H3_an_interrupt_of_the_runner_outlasts_the_observer_that_it_meets(long timeout) throws Exception {
        CountDownLatch told = new CountDownLatch(1);
        TestGraph<Notes> graph = Graphs.limited(timeout, 1, (notes, context) -> {
            context.emit("begun");
            try {
                goOn.await();
            } catch (InterruptedException interrupted) {
                told.countDown();
            }
        });
        RunObserver slow = event -> {
            if (event instanceof RunEvent.Custom) {
                inside.countDown();
                while (!Thread.currentThread().isInterrupted()) {
                    Thread.onSpinWait();
                }
            }
        };
        runs(graph).enqueue("one", Notes.of(), null);
        worker(graph, b -> b.lease(Duration.ofSeconds(1)).observer(slow));
        inside.await();

        runner(b -> b).as(Actor.named("ann")).cancel("one");

        told.await();
        assertThat(runs(graph).await("one")).isEqualTo(new RunOutcome.Cancelled<>("ann"));
    }
}
