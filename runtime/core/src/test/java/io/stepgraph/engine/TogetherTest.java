package io.stepgraph.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepgraph.PermissionMode;
import io.stepgraph.internal.step.AttemptOverException;
import io.stepgraph.internal.visit.MachineCore;
import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.Effect;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.StepContext;
import io.stepgraph.runtime.TransientException;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.runtime.testing.Errors;
import io.stepgraph.runtime.testing.Graphs;
import io.stepgraph.runtime.testing.Node;
import io.stepgraph.runtime.testing.Notes;
import io.stepgraph.runtime.testing.Outcomes;
import io.stepgraph.runtime.testing.Running;
import io.stepgraph.runtime.testing.TestGraph;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the contract of engines does not see of the tasks of a step: the threads, and who interrupts them. */
@Timeout(60)
@Tag("R13")
@Tag("R9")
@Tag("E2")
final class TogetherTest {
    @AutoClose
    private final Fixture fixture = new Fixture();

    private final CountDownLatch inside = new CountDownLatch(2);
    private final CountDownLatch interrupted = new CountDownLatch(2);
    private final List<Throwable> thrown = new CopyOnWriteArrayList<>();

    private static Effect<String, String> tool(StepContext<String> context, String call) {
        return context.once("tool", call, String.class).item(call).retryWithSameKey();
    }

    private String untilInterrupted() throws InterruptedException {
        inside.countDown();
        try {
            new CountDownLatch(1).await();
            return "never";
        } catch (InterruptedException stopped) {
            interrupted.countDown();
            throw stopped;
        }
    }

    /** Two tasks, one of them in the call of an effect, that wait until they are interrupted. */
    private Graphs.Work waiting() {
        return (notes, context) -> together(context);
    }

    private void together(StepContext<String> context) throws InterruptedException {
        try {
            context.together(
                    List.of("wait", "call"),
                    element -> element.equals("wait")
                            ? untilInterrupted()
                            : tool(context, element).call((key, request) -> untilInterrupted()));
        } catch (Throwable stopped) {
            thrown.add(stopped);
            throw stopped;
        }
    }

    @Test
    void R13_null_is_a_result() {
        List<Object> results = new ArrayList<>();

        fixture.run(Graphs.single((notes, context) ->
                results.addAll(context.together(List.of("a", "b"), element -> element.equals("a") ? null : element))));

        assertThat(results).isEqualTo(Arrays.asList(null, "b"));
    }

    @Test
    void R13_a_task_that_says_it_was_interrupted_is_no_interrupt_of_the_step() {
        RunOutcome<Node> outcome =
                fixture.run(Graphs.single((notes, context) -> context.together(List.of("a"), element -> {
                    throw new InterruptedException("by itself");
                })));

        assertThat(Outcomes.failed(outcome, ErrorCode.STEP_FAILED).failure().type())
                .isEqualTo(TransientException.class.getName());
        assertThat(Thread.interrupted()).isFalse();
    }

    @Test
    void R13_R9_a_lost_lease_interrupts_all_tasks() throws Exception {
        RunClient<Notes, Node> runs =
                fixture.runs(Graphs.single(waiting()), b -> Fixture.realTime(b).lease(Duration.ofMillis(200)));
        Running running = new Running(runs);
        inside.await();

        fixture.memory.runs().release(fixture.stored("one").lease(Duration.ofMinutes(10)));

        interrupted.await();
        // It acquires the run again.
        runs.as(Actor.named("ann")).cancel("one");
        assertThat(running.stop()).isInstanceOf(RunOutcome.Cancelled.class);
    }

    @Test
    void R13_R9_the_close_of_a_runner_interrupts_all_tasks() throws Exception {
        Runner runner = fixture.runner(b -> Fixture.realTime(b).closePatience(Duration.ofMillis(10)));
        Running running = new Running(runner.client(Graphs.single(waiting()), new Object()));
        inside.await();

        runner.close();

        assertThatThrownBy(running::stop).is(Errors.with(ErrorCode.RUNNER_CLOSED));
        interrupted.await();
        assertThat(running.wasInterrupted).isFalse();
    }

    @Test
    void R13_R9_an_interrupt_of_the_calling_thread_interrupts_all_tasks() throws Exception {
        Running running = new Running(fixture.inRealTime(Graphs.single(waiting())));
        inside.await();

        running.thread.interrupt();

        assertThatThrownBy(running::stop).is(Errors.with(ErrorCode.CALL_INTERRUPTED));
        interrupted.await();
        assertThat(running.wasInterrupted).isTrue();
        assertThat(thrown).singleElement().isInstanceOf(InterruptedException.class);
    }

    @Test
    void R13_an_interrupt_of_another_thread_of_the_step_lets_its_tasks_finish_their_calls() {
        CountDownLatch isInterrupted = new CountDownLatch(1);
        List<String> called = new CopyOnWriteArrayList<>();

        Outcomes.completed(fixture.run(Graphs.single((notes, context) -> {
            Thread other =
                    new Thread(() -> thrown.add(caught(() -> context.together(List.of("wait", "call"), element -> {
                        if (element.equals("call")) {
                            return tool(context, element).call((key, request) -> {
                                inside.countDown();
                                isInterrupted.await();
                                called.add(element);
                                return element;
                            });
                        }
                        try {
                            return untilInterrupted();
                        } finally {
                            isInterrupted.countDown();
                        }
                    }))));
            other.start();
            inside.await();
            other.interrupt();
            other.join();
        })));

        assertThat(thrown).singleElement().isInstanceOf(InterruptedException.class);
        assertThat(called).containsExactly("call");
    }

    @Test
    void R13_R9_a_step_that_ends_before_a_thread_of_its_own_interrupts_the_tasks_of_that_thread() throws Exception {
        CountDownLatch isThrown = new CountDownLatch(1);

        RunOutcome<Node> outcome = fixture.run(Graphs.single((notes, context) -> {
            new Thread(() -> {
                        try {
                            together(context);
                        } catch (Throwable stopped) {
                            isThrown.countDown();
                        }
                    })
                    .start();
            inside.await();
        }));

        Outcomes.completed(outcome);
        interrupted.await();
        isThrown.await();
        assertThat(thrown).singleElement().isInstanceOf(AttemptOverException.class);
    }

    @Test
    void R13_E2_a_task_that_is_to_stop_begins_no_effect_and_no_tasks() {
        List<Throwable> refused = new ArrayList<>();

        RunOutcome<Node> outcome = fixture.run(Graphs.single((notes, context) -> {
            assertThatThrownBy(() -> context.together(List.of("wait", "fail"), element -> {
                        if (element.equals("fail")) {
                            inside.await();
                            throw new IOException("broken");
                        }
                        inside.countDown();
                        try {
                            return untilInterrupted();
                        } catch (InterruptedException ignored) {
                            refused.add(caught(() -> tool(context, "late").call((key, request) -> "called")));
                            refused.add(caught(() -> context.together(List.of("late"), late -> late)));
                            return "cleaned up";
                        }
                    }))
                    .isInstanceOf(IOException.class)
                    .hasNoSuppressedExceptions();
            notes.add(tool(context, "next").call((key, request) -> "the step goes on"));
        }));

        assertThat(Outcomes.completed(outcome)).hasToString("[the step goes on]");
        assertThat(refused).hasSize(2).hasOnlyElementsOfType(CancellationException.class);
    }

    private interface Call {
        void make() throws Exception;
    }

    private static Throwable caught(Call call) {
        try {
            call.make();
            return new AssertionError("Nothing was thrown.");
        } catch (Throwable expected) {
            return expected;
        }
    }

    @Test
    void R13_an_exception_reaches_the_tasks_of_a_task_which_finish_their_calls() {
        List<String> flags = new CopyOnWriteArrayList<>();
        CountDownLatch isInterrupted = new CountDownLatch(1);

        RunOutcome<Node> outcome = fixture.run(Graphs.single((notes, context) -> {
            assertThatThrownBy(() -> context.together(List.of("nest", "fail"), outer -> {
                        if (outer.equals("fail")) {
                            inside.await();
                            throw new IOException("broken");
                        }
                        return context.together(List.of("call", "wait"), inner -> {
                            if (inner.equals("wait")) {
                                try {
                                    return untilInterrupted();
                                } finally {
                                    isInterrupted.countDown();
                                }
                            }
                            String result = tool(context, inner).call((key, request) -> {
                                inside.countDown();
                                isInterrupted.await();
                                return "finished";
                            });
                            flags.add(result + " " + Thread.currentThread().isInterrupted());
                            return result;
                        });
                    }))
                    .isInstanceOf(IOException.class);
            notes.add(tool(context, "next").call((key, request) -> "the step goes on"));
        }));

        assertThat(Outcomes.completed(outcome)).hasToString("[the step goes on]");
        assertThat(flags).containsExactly("finished true");
    }

    @Test
    void E2_an_effect_in_a_task_of_a_call_of_another_effect_is_refused() {
        RunOutcome<Node> outcome = fixture.run(Graphs.single((notes, context) -> tool(context, "outer")
                .notPerformedOn(IllegalStateException.class)
                .call((key, request) -> context.together(
                                List.of("inner"),
                                inner -> tool(context, inner).<RuntimeException>call((innerKey, innerRequest) -> inner))
                        .get(0))));

        assertThat(Outcomes.failure(outcome, ErrorCode.STEP_FAILED)).contains("inside the call of another effect");
    }

    @Test
    void R13_an_error_of_the_virtual_machine_counts_more_than_an_exception() {
        OutOfMemoryError broken = new OutOfMemoryError("for the test");

        assertThatThrownBy(() -> fixture.run(Graphs.single((notes, context) -> {
                    context.together(List.of("fail", "break"), element -> {
                        if (element.equals("fail")) {
                            inside.await();
                            throw new IOException("broken");
                        }
                        inside.countDown();
                        try {
                            return untilInterrupted();
                        } catch (InterruptedException stopped) {
                            throw broken;
                        }
                    });
                })))
                .isSameAs(broken);
    }

    @Test
    void R13_a_run_cannot_be_called_by_its_own_task() {
        List<RunClient<Notes, Node>> runs = new ArrayList<>();
        TestGraph<Notes> graph = Graphs.single((notes, context) ->
                context.together(List.of("one"), id -> runs.get(0).run(id, Notes.of(), null)));
        runs.add(fixture.runs(graph));

        assertThat(Outcomes.failure(runs.get(0).run("one", Notes.of(), null), ErrorCode.STEP_FAILED))
                .contains("one");
    }

    @Test
    void R13_a_machine_does_the_same() {
        List<String> events = new ArrayList<>();
        CyclicBarrier all = new CyclicBarrier(3);
        TestGraph<Notes> graph = Graphs.single((notes, context) -> {
            notes.lines.addAll(context.together(List.of("a", "b", "c"), element -> {
                all.await();
                context.emit(element);
                return tool(context, element).call((key, request) -> request);
            }));
            context.together(
                    List.of("d"),
                    element -> context.once("tool", element, String.class).call((key, request) -> request));
        });
        Notes notes = Notes.of();

        RunOutcome<Node> outcome = new MachineCore<>(
                        graph, new Object(), PermissionMode.PLAN, event -> events.add(String.valueOf(event)))
                .start(notes, null, null);

        assertThat(Outcomes.failure(outcome, ErrorCode.STEP_FAILED)).contains("Give it an item");
        assertThat(notes).hasToString("[a, b, c]");
        assertThat(events).containsExactlyInAnyOrder("a", "b", "c");
    }
}
