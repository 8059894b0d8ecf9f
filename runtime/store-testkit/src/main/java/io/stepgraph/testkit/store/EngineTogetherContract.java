package io.stepgraph.testkit.store;

import static io.stepgraph.testkit.store.EngineFixture.completed;
import static io.stepgraph.testkit.store.EngineFixture.failed;
import static io.stepgraph.testkit.store.EngineFixture.on;
import static io.stepgraph.testkit.store.EngineFixture.parked;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.Effect;
import io.stepgraph.runtime.StepContext;
import io.stepgraph.runtime.TransientException;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.event.RunStream;
import io.stepgraph.testkit.store.ContractAgent.Notes;
import io.stepgraph.testkit.store.ContractAgent.Turn;
import io.stepgraph.testkit.store.ContractAgent.Work;
import io.stepgraph.testkit.store.ContractAgentGraph.Outcome;
import io.stepgraph.testkit.store.ContractAgentGraph.Runs;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Several tasks of one step at a time. */
@Tag("R13")
@Tag("R9")
@Tag("E1")
@Tag("E2")
@Tag("V2")
interface EngineTogetherContract extends EngineFixture {

    private Outcome act(Work work) {
        return runs(ContractAgent.of().acting(work)).run("one", Notes.of(Turn.END));
    }

    private static Effect<String, String> tool(StepContext<String> context, String call) {
        return context.once("tool", call, String.class).item(call);
    }

    /** A task that waits until it is interrupted, and tells so. */
    private static String untilInterrupted(CountDownLatch inside, CountDownLatch interrupted)
            throws InterruptedException {
        inside.countDown();
        try {
            new CountDownLatch(1).await();
            return "not interrupted";
        } catch (InterruptedException stopped) {
            interrupted.countDown();
            throw stopped;
        }
    }

    @Test
    default void R13_tasks_are_performed_at_once_and_their_results_are_in_the_order_of_the_elements() {
        CyclicBarrier all = new CyclicBarrier(3);
        CountDownLatch others = new CountDownLatch(2);

        assertThat(completed(act((notes, context) -> {
                    notes.lines.addAll(context.together(List.of("first", "second", "third"), element -> {
                        all.await();
                        if (element.equals("first")) {
                            others.await();
                        } else {
                            others.countDown();
                        }
                        return element;
                    }));
                })))
                .containsExactly("first", "second", "third");
    }

    @Test
    default void R13_so_many_tasks_are_in_progress_as_the_step_says() {
        CyclicBarrier eight = new CyclicBarrier(8);
        AtomicInteger inProgress = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();

        List<String> lines = completed(act((notes, context) -> {
            List<Integer> elements = IntStream.range(0, 1_000).boxed().toList();
            List<Integer> results = context.together(elements, 8, element -> {
                most.accumulateAndGet(inProgress.incrementAndGet(), Math::max);
                eight.await();
                inProgress.decrementAndGet();
                return 2 * element;
            });
            notes.lines.add(results.size() + " " + results.get(999));
        }));

        assertThat(lines).containsExactly("1000 1998");
        assertThat(most).hasValue(8);
    }

    @Test
    default void R13_without_elements_nothing_is_done() {
        assertThat(completed(act((notes, context) ->
                        notes.lines.addAll(context.together(List.<String>of(), element -> element)))))
                .isEmpty();
    }

    @Test
    default void R13_after_the_first_exception_no_element_begins_calls_are_finished_and_the_others_are_interrupted() {
        CountDownLatch inside = new CountDownLatch(2);
        CountDownLatch interrupted = new CountDownLatch(1);
        List<String> begun = new CopyOnWriteArrayList<>();
        List<String> calls = new CopyOnWriteArrayList<>();
        List<Throwable> thrown = new CopyOnWriteArrayList<>();

        List<String> lines = completed(act((notes, context) -> {
            if (context.attempt() == 1) {
                try {
                    context.together(List.of("fail", "wait", "call", "never", "begun"), 3, element -> {
                        begun.add(element);
                        return switch (element) {
                            case "fail" -> {
                                inside.await();
                                throw new IOException("broken");
                            }
                            case "wait" -> untilInterrupted(inside, interrupted);
                            default ->
                                tool(context, element).call((key, request) -> {
                                    inside.countDown();
                                    interrupted.await();
                                    calls.add(key);
                                    return "called";
                                });
                        };
                    });
                } catch (IOException first) {
                    thrown.add(first);
                }
                throw new TransientException("later");
            }
            notes.lines.add(tool(context, "call").call((key, request) -> "called again"));
        }));

        assertThat(lines).containsExactly("called");
        assertThat(begun).containsExactlyInAnyOrder("fail", "wait", "call");
        assertThat(calls).hasSize(1);
        assertThat(thrown).hasSize(1);
        assertThat(thrown.get(0)).hasMessage("broken");
        assertThat(thrown.get(0).getSuppressed()).hasExactlyElementsOfTypes(InterruptedException.class);
    }

    @Test
    default void R13_a_park_counts_more_than_an_exception() {
        for (String first : List.of("fail", "park")) {
            Runs runs = runs(ContractAgent.of().acting((notes, context) -> {
                // Of each attempt: on a slow machine, an owner may lose the run and the step be executed again.
                CountDownLatch inside = new CountDownLatch(2);
                CountDownLatch firstIsOver = new CountDownLatch(1);
                context.together(List.of("fail", "park", "wait"), element -> {
                    if (element.equals("wait")) {
                        return untilInterrupted(inside, firstIsOver);
                    }
                    return element.equals("park")
                            ? tool(context, element).call((key, request) -> {
                                inside.countDown();
                                (first.equals("park") ? inside : firstIsOver).await();
                                throw new IOException("no reply");
                            })
                            : fail(first.equals("fail") ? inside : firstIsOver);
                });
            }));

            assertThat(parked(runs.run("first " + first, Notes.of(Turn.END))).reason())
                    .as("first %s", first)
                    .contains("tool[park]", "no reply");
        }
    }

    /** A task that fails whatever happens to its thread. */
    private static String fail(CountDownLatch when) {
        EngineFixture.uninterrupted(when);
        throw new IllegalStateException("broken");
    }

    @Test
    default void R13_E2_an_effect_without_an_item_is_refused_with_the_call_to_write() {
        Outcome outcome = act((notes, context) -> context.together(
                List.of("a"),
                element -> context.once("tool", element, String.class).call((key, request) -> "called")));

        assertThat(failed(outcome).failure().message()).contains("context.once(\"tool\", ...).item(call.id())");
    }

    @Test
    default void R13_E2_effects_are_called_at_once() {
        CyclicBarrier three = new CyclicBarrier(3);
        List<String> elements =
                IntStream.range(0, 15).mapToObj(i -> "call " + i).toList();

        assertThat(completed(act((notes, context) -> {
                    notes.lines.addAll(context.together(
                            elements,
                            element -> tool(context, element).call((key, request) -> {
                                three.await();
                                return request;
                            })));
                })))
                .isEqualTo(elements);
    }

    @Test
    @Tag("slow")
    default void R13_E1_after_a_crash_the_tasks_are_repeated_and_the_effects_that_are_done_are_not() throws Exception {
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch never = new CountDownLatch(1);
        List<String> calls = new CopyOnWriteArrayList<>();
        EngineProcess dying = process(EngineSettings.DEFAULT);
        Runs lost = on(dying, calling(calls, inside, never));
        begin(() -> lost.run("one", Notes.of(Turn.END)));
        inside.await();
        dying.die();
        Runs next = runs(calling(calls, new CountDownLatch(1), new CountDownLatch(0)));
        // The lease of the dead process ends, so that the end of its call counts for nothing.
        pass(patience());
        // A later attempt in the same process waits for its call (E5).
        never.countDown();

        assertThat(completed(next.run("one", Notes.of(Turn.END)))).containsExactly("done", "in call");
        assertThat(calls).containsExactly("done", "in call", "in call");
    }

    /** Two effects at a time, of which the second is called after the first and waits there. */
    private static ContractAgent calling(List<String> calls, CountDownLatch inside, CountDownLatch goOn) {
        return ContractAgent.of().acting((notes, context) -> {
            CountDownLatch isDone = new CountDownLatch(1);
            notes.lines.addAll(context.together(List.of("done", "in call"), element -> {
                if (element.equals("done")) {
                    String result = tool(context, element).call((key, request) -> {
                        calls.add(element);
                        return element;
                    });
                    isDone.countDown();
                    return result;
                }
                isDone.await();
                return tool(context, element).retryWithSameKey().call((key, request) -> {
                    calls.add(element);
                    inside.countDown();
                    EngineFixture.uninterrupted(goOn);
                    return element;
                });
            }));
        });
    }

    @Test
    default void R13_R9_a_cancel_interrupts_all_tasks() throws Exception {
        CountDownLatch inside = new CountDownLatch(2);
        CountDownLatch interrupted = new CountDownLatch(2);
        Runs runs = runs(ContractAgent.of().acting((notes, context) -> {
            context.together(
                    List.of("wait", "call", "never begun"),
                    2,
                    element -> element.equals("wait")
                            ? untilInterrupted(inside, interrupted)
                            : tool(context, element).call((key, request) -> untilInterrupted(inside, interrupted)));
        }));
        Future<Outcome> call = call(() -> runs.run("one", Notes.of(Turn.END)));
        inside.await();

        runs.as(Actor.named("ann")).cancel("one");

        assertThat(call.get()).isInstanceOf(Outcome.Cancelled.class);
        interrupted.await();
    }

    @Test
    default void R13_R9_a_task_that_ignores_the_timeout_is_abandoned_with_its_step() throws Exception {
        CountDownLatch late = new CountDownLatch(1);
        List<String> begun = new CopyOnWriteArrayList<>();
        List<Throwable> refused = new CopyOnWriteArrayList<>();
        CountDownLatch isRefused = new CountDownLatch(3);
        CountDownLatch isOver = new CountDownLatch(1);
        Runs runs = runs(ContractAgent.of().risking((notes, context) -> {
            try {
                notes.lines.addAll(context.together(List.of("late", "never begun"), 1, element -> {
                    begun.add(element);
                    EngineFixture.uninterrupted(late);
                    for (Runnable use : List.<Runnable>of(
                            () -> context.emit("late"),
                            () -> tool(context, element).call((key, request) -> "called"),
                            context::checkCancelled)) {
                        try {
                            use.run();
                        } catch (Throwable thrown) {
                            refused.add(thrown);
                        }
                        isRefused.countDown();
                    }
                    return element;
                }));
            } finally {
                isOver.countDown();
            }
        }));

        assertThat(completed(runs.run("one", Notes.of(Turn.RISK))))
                .containsExactly("recovered from STEP_TIMED_OUT in risk");
        late.countDown();
        isRefused.await();
        isOver.await();
        assertThat(refused).hasSize(3).allSatisfy(thrown -> assertThat(thrown).isInstanceOf(Error.class));
        assertThat(begun).containsExactly("late");
    }

    @Test
    default void R13_V2_custom_events_of_tasks_are_numbered_in_the_order_in_which_they_arrive() {
        Runs runs = runs(ContractAgent.of()
                .acting((notes, context) -> context.together(List.of("a", "b", "c"), element -> {
                    context.emit(element);
                    return element;
                })));
        completed(runs.run("one", Notes.of(Turn.END)));

        List<RunEvent.Custom> events = new ArrayList<>();
        try (RunStream stream = runs.events("one")) {
            stream.forEach(event -> {
                if (event.event() instanceof RunEvent.Custom custom) {
                    events.add(custom);
                }
            });
        }
        assertThat(events).extracting(RunEvent.Custom::number).containsExactly(1, 2, 3);
        assertThat(events).extracting(RunEvent.Custom::event).containsExactlyInAnyOrder("a", "b", "c");
    }

    @Test
    default void R13_a_task_may_have_tasks_of_its_own() {
        assertThat(completed(act((notes, context) -> {
                    List<List<String>> results = context.together(
                            List.of("a", "b"),
                            1,
                            outer -> context.together(
                                    List.of("1", "2"),
                                    1,
                                    inner -> tool(context, outer + inner).call((key, request) -> request)));
                    results.forEach(notes.lines::addAll);
                })))
                .containsExactly("a1", "a2", "b1", "b2");
    }

    @Test
    default void R13_a_wrong_number_and_an_element_that_is_null_are_named() {
        Outcome outcome = act((notes, context) -> {
            assertThatThrownBy(() -> context.together(List.of(1), 0, element -> element))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("atMost must be 1 or more, not 0");
            assertThatThrownBy(() -> context.together(Arrays.asList(1, null), element -> element))
                    .isInstanceOf(NullPointerException.class)
                    .hasMessageContaining("Element 1 of together is null");
        });

        assertThat(completed(outcome)).isEmpty();
    }
}
