package io.stepgraph.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.Effect;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.StepContext;
import io.stepgraph.runtime.StepFailure;
import io.stepgraph.runtime.TransientException;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.runtime.hook.HookDecision;
import io.stepgraph.runtime.hook.HookTransition;
import io.stepgraph.runtime.hook.RunObserver;
import io.stepgraph.runtime.hook.StepHook;
import io.stepgraph.runtime.testing.Graphs;
import io.stepgraph.runtime.testing.Hooks;
import io.stepgraph.runtime.testing.Node;
import io.stepgraph.runtime.testing.Notes;
import io.stepgraph.runtime.testing.Outcomes;
import io.stepgraph.runtime.testing.TestGraph;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Interrupts that code of the program makes in a thread of a worker, which only the runner interrupts. */
@Timeout(60)
@Tag("E2")
@Tag("R6")
@Tag("R9")
@Tag("R13")
@Tag("E4")
@Tag("H3")
final class OwnInterruptTest extends WorkerFixture {
    private final AtomicInteger calls = new AtomicInteger();
    private final List<Object> seen = new CopyOnWriteArrayList<>();
    private final CountDownLatch inside = new CountDownLatch(1);
    private final CountDownLatch goOn = new CountDownLatch(1);

    /** Code of the program that is interrupted by itself: it throws, or leaves the flag and throws something else. */
    private void interrupted() throws InterruptedException {
        if (calls.incrementAndGet() == 2) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("of its own");
        }
        throw new InterruptedException("of its own");
    }

    private void step(String place, StepContext<String> context) throws Exception {
        switch (place) {
            case "step" -> interrupted();
            case "task" ->
                context.together(List.of(1), element -> {
                    interrupted();
                    return element;
                });
            case "reconcile" ->
                context.once("charge", 500, String.class)
                        .reconcile(key -> {
                            interrupted();
                            return Optional.empty();
                        })
                        .call((key, cents) -> {
                            throw new TransientException("The reply of its own call is lost.");
                        });
            default -> {}
        }
    }

    @ParameterizedTest
    @CsvSource({
        "0, step, 3",
        "60000, step, 3",
        "0, task, 3",
        "60000, task, 3",
        "0, reconcile, 2",
        "60000, reconcile, 2",
        "0, hook, 3",
        "60000, hook, 3"
    })
    void R6_code_that_is_interrupted_by_itself_uses_up_the_attempts(long timeout, String place, int times) {
        TestGraph<Notes> graph = Graphs.limited(timeout, 3, (notes, context) -> step(place, context));
        StepHook hook = Hooks.watching(call -> {
            if (place.equals("hook")) {
                interrupted();
            }
        });
        runs(graph).enqueue("one", Notes.of(), null);
        Worker worker = worker(graph, b -> b.hook(hook));

        StepFailure<?> failure = Outcomes.failed(
                        runs(graph).await("one"), place.equals("hook") ? ErrorCode.HOOK_FAILED : ErrorCode.STEP_FAILED)
                .failure();

        assertThat(failure.attempt()).isEqualTo(3);
        assertThat(failure.type()).isEqualTo(TransientException.class.getName());
        assertThat(failure.message()).contains("of its own");
        assertThat(calls).hasValue(times);
        assertThat(worker.status().claimed()).isOne();
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

    @Test
    void E2_an_interrupt_by_itself_while_it_waits_for_another_run_fails_the_attempt() throws Exception {
        TestGraph<Notes> graph = Graphs.limited(0, 2, (notes, context) -> {
            if (context.runId().equals("first")) {
                charge(context).call((key, cents) -> {
                    inside.countDown();
                    goOn.await();
                    return "paid";
                });
            } else if (calls.incrementAndGet() == 1) {
                Thread.currentThread().interrupt();
                charge(context).call((key, cents) -> "paid twice");
            } else {
                goOn.countDown();
                notes.add(charge(context).call((key, cents) -> "paid twice"));
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

    /** A hook and an observer that leaves the flag in each of its methods. */
    private static <T> T rude(Class<T> type) {
        Class<?>[] types = {
            type, RunObserver.ExecutionScope.class, RunObserver.StepScope.class, RunObserver.EffectScope.class
        };
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), types, (proxy, method, arguments) -> {
            if (method.getDeclaringClass() == Object.class) {
                return method.invoke(types, arguments);
            }
            Thread.currentThread().interrupt();
            return method.getReturnType() == HookDecision.class
                    ? HookDecision.proceed()
                    : method.getReturnType() == HookTransition.class ? arguments[1] : proxy;
        }));
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 60_000})
    void H3_a_worker_whose_observer_or_hook_leaves_the_flag_executes_its_runs(long timeout) {
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
        Worker worker = worker(graph, b -> b.observer(rude(RunObserver.class)).hook(rude(StepHook.class)));

        Outcomes.completed(runs(graph).await("one"));
        assertThat(seen).containsExactly(false, false, false, false);
        assertThat(worker.status().claimed()).isOne();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 60_000})
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
