package io.stepgraph.internal.log;

import static io.stepgraph.runtime.testing.Node.FIRST;
import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.engine.Fixture;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.NotStorableException;
import io.stepgraph.runtime.StepFailure;
import io.stepgraph.runtime.TransientException;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.event.OutcomeStream;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.runtime.graph.Transition;
import io.stepgraph.runtime.graph.ValueType;
import io.stepgraph.runtime.testing.Events;
import io.stepgraph.runtime.testing.Graphs;
import io.stepgraph.runtime.testing.Node;
import io.stepgraph.runtime.testing.Notes;
import io.stepgraph.runtime.testing.Outcomes;
import io.stepgraph.runtime.testing.TestGraph;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Custom events are stored with the commit of their step, in order, and must be storable (V2, R12). */
@Tag("R12")
@Tag("V2")
final class CustomEventTest {
    @AutoClose
    private final Fixture fixture = new Fixture();

    private static List<RunEvent> stored(RunClient<Notes, Node> runs) {
        return Events.of(runs.events("one"));
    }

    @Test
    void V2_custom_events_of_many_threads_of_a_step_are_all_stored_under_their_numbers() {
        int threads = 4;
        int each = 250;
        RunClient<Notes, Node> runs = fixture.runs(Graphs.single((notes, context) -> {
            List<Thread> started = IntStream.range(0, threads)
                    .mapToObj(t -> new Thread(() -> IntStream.range(0, each).forEach(i -> context.emit(t + "." + i))))
                    .toList();
            started.forEach(Thread::start);
            for (Thread thread : started) {
                thread.join();
            }
        }));

        runs.run("one", Notes.of(), null);

        List<RunEvent.Custom> customEvents = Events.of(RunEvent.Custom.class, stored(runs));
        assertThat(customEvents.stream().map(RunEvent.Custom::number))
                .containsExactlyElementsOf(
                        IntStream.rangeClosed(1, threads * each).boxed().toList());
        assertThat(customEvents.stream().map(RunEvent.Custom::event)).doesNotHaveDuplicates();
    }

    @Test
    void V2_the_custom_events_of_the_last_attempt_are_void_by_the_failure_that_ends_the_run() {
        TestGraph<Notes> graph = Graphs.single((notes, context) -> {
            context.emit("in vain");
            throw new IllegalStateException("broken");
        });
        RunClient<Notes, Node> runs = fixture.runs(graph, Fixture::realTime);

        List<RunEvent> heard = new ArrayList<>();
        try (OutcomeStream<RunOutcome<Node>> stream = runs.stream("one", Notes.of(), null, outcome -> outcome)) {
            heard.addAll(Events.of(stream));
            Outcomes.failed(stream.outcome(), ErrorCode.STEP_FAILED);
        }

        assertThat(Events.of(RunEvent.Custom.class, heard)).hasSize(1);
        assertThat(valid(heard)).isEmpty();
        assertThat(Events.of(RunEvent.Custom.class, stored(runs))).hasSize(1);
        assertThat(valid(stored(runs))).isEmpty();
    }

    @Test
    void V2_the_custom_events_of_the_last_attempt_are_void_by_the_failure_that_a_step_takes_over() {
        TestGraph<Notes> graph = TestGraph.of(Notes.class)
                .step(FIRST, s -> s.toEnd().retry(2, 0, 1, 0, 0).onFailure(Node.SECOND), (notes, input, context) -> {
                    context.emit("try " + context.attempt());
                    throw new TransientException("busy");
                })
                .step(Node.SECOND, s -> s.takes(ValueType.of(StepFailure.class)).toEnd(), (notes, input, context) -> {
                    context.emit("mended");
                    return Transition.end();
                });
        RunClient<Notes, Node> runs = fixture.runs(graph);

        Outcomes.completed(runs.run("one", Notes.of(), null));

        assertThat(Events.of(RunEvent.Custom.class, stored(runs))).hasSize(3);
        assertThat(valid(stored(runs))).extracting(RunEvent.Custom::event).containsExactly("mended");
    }

    /** As the Javadoc of the events tells a reader to sort the void ones out. */
    private static List<RunEvent.Custom> valid(List<RunEvent> events) {
        List<RunEvent.Custom> valid = new ArrayList<>();
        for (RunEvent event : events) {
            if (event instanceof RunEvent.Custom customEvent) {
                valid.add(customEvent);
            } else if (event instanceof RunEvent.StepRetrying retrying) {
                valid.removeIf(customEvent -> isOf(customEvent, retrying.visit(), retrying.attempt()));
            } else if (event instanceof RunEvent.StepFailed failed) {
                valid.removeIf(customEvent -> isOf(
                        customEvent, failed.failure().visit(), failed.failure().attempt()));
            } else if (event instanceof RunEvent.Failed failed) {
                valid.removeIf(customEvent -> isOf(
                        customEvent, failed.failure().visit(), failed.failure().attempt()));
            }
        }
        return valid;
    }

    private static boolean isOf(RunEvent.Custom customEvent, long visit, int attempt) {
        return customEvent.visit() == visit && customEvent.attempt() == attempt;
    }

    @Test
    void R12_an_unstorable_custom_event_fails_the_step_without_a_retry_even_if_the_step_ignores_it() {
        AtomicInteger attempts = new AtomicInteger();
        TestGraph<Notes> graph = Graphs.single(s -> s.retry(3, 0, 1, 0, 0, Exception.class), (notes, context) -> {
            attempts.incrementAndGet();
            try {
                context.emit("x".repeat(2_000));
            } catch (RuntimeException ignored) {
                // It continues as if nothing were wrong.
            }
        });

        RunOutcome.Failed<Node> failed =
                Outcomes.failed(fixture.run(graph, b -> b.maxValueBytes(1_000)), ErrorCode.VALUE_TOO_LARGE);

        assertThat(failed.failure().step()).isEqualTo("first");
        assertThat(attempts).hasValue(1);
    }

    @Test
    void R12_custom_events_that_the_store_does_not_take_fail_the_step_and_are_not_stored() {
        fixture.store.failing(
                "commit",
                1,
                new NotStorableException(ErrorCode.VALUE_TOO_LARGE, "row", "More than this store takes.", null));
        RunClient<Notes, Node> runs = fixture.runs(Graphs.single((notes, context) -> context.emit("much")));

        Outcomes.failed(runs.run("one", Notes.of(), null), ErrorCode.VALUE_TOO_LARGE);

        assertThat(Events.of(RunEvent.Custom.class, stored(runs))).isEmpty();
        assertThat(stored(runs)).last().isInstanceOf(RunEvent.Failed.class);
    }

    @Test
    void R12_more_custom_events_than_a_commit_may_hold_fail_the_step_whatever_it_makes_of_that() {
        AtomicInteger emitted = new AtomicInteger();
        TestGraph<Notes> graph = Graphs.single((notes, context) -> {
            String large = "x".repeat(1 << 20);
            for (int i = 0; i < 20; i++) {
                try {
                    context.emit(large);
                    emitted.incrementAndGet();
                } catch (NotStorableException swallowed) {
                    // The step fails all the same.
                }
            }
        });

        assertThat(Outcomes.failure(fixture.run(graph), ErrorCode.VALUE_TOO_LARGE))
                .contains("custom event 16", "16777216 bytes");
        assertThat(emitted).hasValue(15);
    }

    @Test
    void R12_what_one_commit_may_hold_is_counted_again_after_it() {
        TestGraph<Notes> graph = Graphs.line(
                (notes, context) -> IntStream.range(0, 10).forEach(i -> context.emit("x".repeat(1 << 20))),
                (notes, context) -> IntStream.range(0, 10).forEach(i -> context.emit("x".repeat(1 << 20))));
        RunClient<Notes, Node> runs = fixture.runs(graph);

        Outcomes.completed(runs.run("one", Notes.of(), null));

        assertThat(Events.of(RunEvent.Custom.class, stored(runs))).hasSize(20);
    }
}
