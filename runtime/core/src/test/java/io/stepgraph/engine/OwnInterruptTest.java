package io.stepgraph.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.TransientException;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.runtime.hook.HookDecision;
import io.stepgraph.runtime.hook.HookTransition;
import io.stepgraph.runtime.hook.RunObserver;
import io.stepgraph.runtime.hook.StepCall;
import io.stepgraph.runtime.hook.StepHook;
import io.stepgraph.runtime.testing.Graphs;
import io.stepgraph.runtime.testing.Node;
import io.stepgraph.runtime.testing.Notes;
import io.stepgraph.runtime.testing.Outcomes;
import io.stepgraph.runtime.testing.TestGraph;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Interrupts that code of the program makes in a thread of a worker, which only the runner interrupts. */
@Timeout(60)
@Tag("R6")
@Tag("R9")
final class OwnInterruptTest extends WorkerFixture {
    private final AtomicInteger calls = new AtomicInteger();
    private final List<Object> seen = new CopyOnWriteArrayList<>();

    private enum Way {
        THROWS {
            @Override
            void go() throws InterruptedException {
                throw new InterruptedException("of its own");
            }
        },
        SETS_THE_FLAG_AND_THROWS {
            @Override
            void go() {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("of its own");
            }
        };

        abstract void go() throws InterruptedException;
    }

    /** The outcome of a run of a worker. */
    private RunOutcome<Node> worked(TestGraph<Notes> graph, UnaryOperator<WorkerBuilder> config) {
        runs(graph).enqueue("one", Notes.of(), null);
        worker(graph, config);
        return runs(graph).await("one");
    }

    private static RunOutcome.Failed<Node> failed(RunOutcome<Node> outcome, ErrorCode code) {
        RunOutcome.Failed<Node> failed = Outcomes.failed(outcome, code);
        assertThat(failed.failure().type()).isEqualTo(TransientException.class.getName());
        assertThat(failed.failure().message()).contains("was interrupted by the program's own code", "of its own");
        return failed;
    }

    @ParameterizedTest
    @CsvSource({"THROWS,0", "THROWS,60000", "SETS_THE_FLAG_AND_THROWS,0", "SETS_THE_FLAG_AND_THROWS,60000"})
    void R6_a_step_that_is_interrupted_by_itself_uses_up_its_attempts(Way way, long timeout) {
        RunOutcome<Node> outcome = worked(
                Graphs.limited(timeout, 3, (notes, context) -> {
                    calls.incrementAndGet();
                    way.go();
                }),
                b -> b);

        assertThat(failed(outcome, ErrorCode.STEP_FAILED).failure().attempt()).isEqualTo(3);
        assertThat(calls).hasValue(3);
    }

    @ParameterizedTest
    @EnumSource
    void R7_without_a_retry_it_takes_its_failure_step(Way way) {
        RunOutcome<Node> outcome = worked(Graphs.rescued(s -> {}, (notes, context) -> way.go()), b -> b);

        assertThat(Outcomes.completed(outcome).toString())
                .startsWith("[first STEP_FAILED Step 'first' of run 'one' was interrupted by the program's own code");
    }

    @ParameterizedTest
    @EnumSource
    @Tag("R13")
    void R13_a_task_that_is_interrupted_by_itself_fails_the_attempt(Way way) {
        RunOutcome<Node> outcome = worked(
                Graphs.limited(0, 2, (notes, context) -> {
                    calls.incrementAndGet();
                    context.together(List.of("a"), element -> {
                        way.go();
                        return element;
                    });
                }),
                b -> b);

        failed(outcome, ErrorCode.STEP_FAILED);
        assertThat(calls).hasValue(2);
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

    @ParameterizedTest
    @EnumSource
    @Tag("E4")
    void E4_a_reconcile_function_that_is_interrupted_by_itself_fails_the_attempt(Way way) {
        RunOutcome<Node> outcome = worked(
                Graphs.limited(0, 3, (notes, context) -> {
                    calls.incrementAndGet();
                    context.once("charge", 500, String.class)
                            .reconcile(key -> {
                                way.go();
                                return Optional.empty();
                            })
                            .call((key, cents) -> {
                                throw new TransientException("The reply is lost.", new IOException());
                            });
                }),
                b -> b);

        assertThat(Outcomes.failed(outcome, ErrorCode.STEP_FAILED).failure().attempt())
                .isEqualTo(3);
        assertThat(calls).hasValue(3);
    }

    @ParameterizedTest
    @EnumSource
    @Tag("H3")
    void H3_a_hook_that_is_interrupted_by_itself_fails_the_attempt(Way way) {
        StepHook hook = new StepHook() {
            @Override
            public HookDecision before(StepCall call) throws InterruptedException {
                calls.incrementAndGet();
                way.go();
                return HookDecision.proceed();
            }
        };

        failed(worked(Graphs.limited(0, 3, (notes, context) -> {}), b -> b.hook(hook)), ErrorCode.HOOK_FAILED);
        assertThat(calls).hasValue(3);
    }

    /** Leaves the flag wherever it is called. */
    private static final class Rude implements RunObserver, StepHook {
        @Override
        public HookDecision before(StepCall call) {
            Thread.currentThread().interrupt();
            return HookDecision.proceed();
        }

        @Override
        public HookTransition after(StepCall call, HookTransition transition) {
            Thread.currentThread().interrupt();
            return transition;
        }

        @Override
        public void happened(RunEvent event) {
            Thread.currentThread().interrupt();
        }

        @Override
        public ExecutionScope executes(ExecutedRun run) {
            Thread.currentThread().interrupt();
            return new ExecutionScope() {
                @Override
                public StepScope step(String step, long visit, int attempt) {
                    Thread.currentThread().interrupt();
                    return new StepScope() {
                        @Override
                        public EffectScope effect(String name, String item) {
                            Thread.currentThread().interrupt();
                            return (outcome, thrown) -> Thread.currentThread().interrupt();
                        }

                        @Override
                        public void ended(StepOutcome outcome, @Nullable Throwable thrown) {
                            Thread.currentThread().interrupt();
                        }
                    };
                }

                @Override
                public void ended(ExecutionOutcome outcome) {
                    Thread.currentThread().interrupt();
                }
            };
        }
    }

    @ParameterizedTest
    @CsvSource({"0", "60000"})
    @Tag("H3")
    void H3_a_worker_whose_observer_or_hook_leaves_the_flag_executes_its_runs(long timeout) {
        Rude rude = new Rude();
        RunOutcome<Node> outcome = worked(
                Graphs.limited(timeout, 1, (notes, context) -> {
                    seen.add(Thread.currentThread().isInterrupted());
                    context.emit("begun");
                    seen.add(Thread.currentThread().isInterrupted());
                    notes.add(context.once("charge", 500, String.class)
                            .call((key, cents) ->
                                    "paid " + Thread.currentThread().isInterrupted()));
                    seen.add(Thread.currentThread().isInterrupted());
                }),
                b -> b.observer(rude).hook(rude));

        assertThat(Outcomes.completed(outcome)).hasToString("[paid false]");
        assertThat(seen).containsExactly(false, false, false);
    }

    @ParameterizedTest
    @CsvSource({"0", "60000"})
    @Tag("H3")
    void H3_an_interrupt_of_the_runner_outlasts_the_observer_that_it_meets(long timeout) throws Exception {
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch told = new CountDownLatch(1);
        TestGraph<Notes> graph = Graphs.limited(timeout, 1, (notes, context) -> {
            context.emit("begun");
            try {
                new CountDownLatch(1).await();
            } finally {
                told.countDown();
            }
        });
        runs(graph).enqueue("one", Notes.of(), null);
        worker(
                graph,
                b -> b.lease(Duration.ofSeconds(1)).observer(event -> {
                    if (event instanceof RunEvent.Custom) {
                        inside.countDown();
                        while (!Thread.currentThread().isInterrupted()) {
                            Thread.onSpinWait();
                        }
                    }
                }));
        inside.await();

        runner(b -> b).as(Actor.named("ann")).cancel("one");

        told.await();
        assertThat(runs(graph).await("one")).isEqualTo(new RunOutcome.Cancelled<>("ann"));
    }
}
