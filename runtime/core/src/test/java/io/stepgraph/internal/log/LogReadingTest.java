package io.stepgraph.internal.log;

import static io.stepgraph.runtime.testing.Node.ASK;
import static io.stepgraph.runtime.testing.Node.FIRST;
import static io.stepgraph.runtime.testing.Node.GATED;
import static io.stepgraph.runtime.testing.Node.SECOND;
import static io.stepgraph.runtime.testing.Node.THIRD;
import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.engine.Fixture;
import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.TransientException;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.event.EventCursor;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.event.RunStream;
import io.stepgraph.runtime.event.StreamedEvent;
import io.stepgraph.runtime.graph.Transition;
import io.stepgraph.runtime.graph.ValueType;
import io.stepgraph.runtime.hook.HookDecision;
import io.stepgraph.runtime.hook.StepHook;
import io.stepgraph.runtime.testing.Events;
import io.stepgraph.runtime.testing.Graphs;
import io.stepgraph.runtime.testing.Hooks;
import io.stepgraph.runtime.testing.Node;
import io.stepgraph.runtime.testing.Notes;
import io.stepgraph.runtime.testing.Outcomes;
import io.stepgraph.runtime.testing.TestGraph;
import io.stepgraph.store.EventLog;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A log is readable to its end, whatever one event in it is like (V4). */
@Timeout(60)
@Tag("V4")
final class LogReadingTest {
    /** As deep as values may be. */
    private static final int DEEPEST = 500;

    @AutoClose
    private final Fixture fixture = new Fixture();

    public static final class Deep {
        public Deep next;

        static Deep of(int levels) {
            Deep deep = new Deep();
            for (int i = 1; i < levels; i++) {
                Deep outer = new Deep();
                outer.next = deep;
                deep = outer;
            }
            return deep;
        }

        int levels() {
            return next == null ? 1 : 1 + next.levels();
        }
    }

    private static List<RunEvent> events(RunClient<Notes, Node> runs) {
        return Events.of(runs.events("one"));
    }

    private static <T extends RunEvent> T only(Class<T> kind, List<RunEvent> events) {
        List<T> found = Events.of(kind, events);
        assertThat(found).hasSize(1);
        return found.get(0);
    }

    private static TestGraph<Notes> retriedAfter(String message) {
        return Graphs.single(s -> s.retry(2, 0, 1, 0, 0), (notes, context) -> {
            if (context.attempt() == 1) {
                throw new TransientException(message);
            }
        });
    }

    private static TestGraph<Notes> asking(Deep question) {
        return Graphs.review()
                .interrupt(
                        ASK,
                        Deep.class,
                        s -> s.to(GATED, THIRD).answeredBy(ValueType.of(Graphs.Decision.class)),
                        Graphs::route,
                        (notes, input, context) -> Transition.ask(question));
    }

    @Test
    void V4_a_message_above_the_size_limit_of_values_can_be_read() {
        String message = "x".repeat(1_500);
        RunClient<Notes, Node> runs = fixture.runs(retriedAfter(message), b -> b.maxValueBytes(1_000));
        Outcomes.completed(runs.run("one", Notes.of(), null));

        assertThat(only(RunEvent.StepRetrying.class, events(runs)).message()).isEqualTo(message);
    }

    @Test
    void V4_a_long_message_of_a_retried_attempt_and_a_long_reason_of_a_denial_are_cut() {
        List<RunEvent> told = new ArrayList<>();
        StepHook hook = Hooks.before("second", new HookDecision.Deny("x".repeat(5_000)));
        TestGraph<Notes> graph = TestGraph.of(Notes.class)
                .step(FIRST, s -> s.to(SECOND).retry(2, 0, 1, 0, 0), (notes, input, context) -> {
                    if (context.attempt() == 1) {
                        throw new TransientException("x".repeat(5_000));
                    }
                    return Transition.go(SECOND);
                })
                .ends(SECOND);
        RunClient<Notes, Node> runs = fixture.runs(graph, b -> b.hook(hook).observer(told::add));

        String cut = "x".repeat(4_000) + "…";
        assertThat(Outcomes.parked(runs.run("one", Notes.of(), null)).reason()).isEqualTo(cut);
        assertThat(Outcomes.parked(runs.resume("one")).reason()).isEqualTo(cut);
        runs.as(Actor.named("Eve")).cancel("one");
        assertThat(only(RunEvent.StepRetrying.class, events(runs)).message()).isEqualTo(cut);
        assertThat(only(RunEvent.StepRetrying.class, told).message()).isEqualTo(cut);
        assertThat(only(RunEvent.Parked.class, events(runs)).reason()).isEqualTo(cut);
    }

    @Test
    void V4_a_value_as_deep_as_values_may_be_can_be_read_also_of_a_step_that_this_build_does_not_have() {
        RunClient<Notes, Node> runs = fixture.runs(asking(Deep.of(DEEPEST)));
        Outcomes.asked(runs.run("one", Notes.of(), null));
        runs.as(Actor.named("Eve")).cancel("one");

        List<RunEvent> events = events(runs);
        List<RunEvent> elsewhere = events(fixture.runs(Graphs.single((notes, context) -> {})));

        assertThat(((Deep) only(RunEvent.QuestionAsked.class, events).question()).levels())
                .isEqualTo(DEEPEST);
        assertThat(only(RunEvent.Unknown.class, elsewhere).kind()).isEqualTo("question-asked");
        assertThat(List.of(events, elsewhere))
                .allSatisfy(all -> assertThat(all).last().isEqualTo(new RunEvent.Cancelled("one", "Eve")));
    }

    @Test
    void V4_a_reader_with_a_lower_size_limit_reads_it_all() {
        String customEvent = "x".repeat(5_000);
        TestGraph<Notes> graph = Graphs.single((notes, context) -> {
            context.emit(customEvent);
            notes.add(customEvent);
        });
        fixture.run(graph);

        List<RunEvent> events = events(fixture.runs(graph, b -> b.maxValueBytes(100)));

        assertThat(only(RunEvent.Custom.class, events).event()).isEqualTo(customEvent);
        assertThat(only(RunEvent.Completed.class, events).result()).hasToString("[" + customEvent + "]");
    }

    @Test
    void V4_what_this_build_cannot_read_is_given_as_it_is_stored() {
        RunClient<Notes, Node> runs = fixture.runs(Graphs.review());
        Outcomes.asked(runs.run("one", Notes.of(), null));
        String newer = "{\"event\":\"teleported\",\"to\":\"Mars\"}";
        String unfit = "{\"event\":\"custom\",\"step\":\"first\",\"visit\":1,\"attempt\":1,\"number\":1,\"custom\":[]}";
        String damaged = "{\"event\":\"expired\",\"step\":\"ask\",\"visit\":2,\"nonce\":\"\\u0000\"}";
        fixture.cancelWith(newer, unfit, damaged);
        assertThat(events(runs))
                .endsWith(
                        new RunEvent.Unknown("one", "teleported", newer),
                        new RunEvent.Unknown("one", "custom", unfit),
                        new RunEvent.Unknown("one", "expired", damaged));
    }

    @Test
    void V4_events_that_cannot_be_told_apart_are_given_as_they_are_stored_and_the_log_goes_on() {
        RunClient<Notes, Node> runs = fixture.runs(Graphs.review());
        Outcomes.asked(runs.run("one", Notes.of(), null));
        fixture.cancelWith("{\"event\":\"can", "}");
        long last = fixture.stored("one").lastEvent();

        List<StreamedEvent> events = new ArrayList<>();
        try (RunStream stream = runs.events("one")) {
            stream.forEach(events::add);
        }

        RunEvent asStored = new RunEvent.Unknown("one", "", "[{\"event\":\"can,}]");
        assertThat(events).extracting(StreamedEvent::event).endsWith(asStored, asStored);
        assertThat(events)
                .extracting(StreamedEvent::cursor)
                .extracting(EventCursor::sequence)
                .endsWith(last - 1, last);
    }

    private static final int KIB = 1 << 10;
    private static final int MIB = 1 << 20;

    /** Reads the log of a run that gives a custom event of such length at each visit, and says in which pages. */
    private List<EventLog> pages(int visits, IntUnaryOperator length) {
        TestGraph<Notes> graph = TestGraph.of(Notes.class)
                .step(FIRST, s -> s.to(FIRST).toEnd(), (notes, input, context) -> {
                    context.emit("x".repeat(length.applyAsInt(++notes.count)));
                    return notes.count < visits ? Transition.go(FIRST) : Transition.end();
                });
        RunClient<Notes, Node> runs = fixture.runs(graph);
        Outcomes.completed(runs.run("one", Notes.of(), null));
        fixture.store.forget();
        assertThat(Events.of(RunEvent.Custom.class, events(runs)))
                .extracting(customEvent -> ((String) customEvent.event()).length())
                .isEqualTo(IntStream.rangeClosed(1, visits).map(length).boxed().toList());
        return fixture.store.pages();
    }

    private static List<Integer> batches(List<EventLog> pages) {
        return pages.stream().map(page -> page.batches().size()).toList();
    }

    private static int bytes(EventLog page) {
        return page.batches().stream().mapToInt(batch -> batch.events().size()).sum();
    }

    @Test
    void V4_a_log_of_short_events_is_read_in_pages_of_many_so_that_a_long_one_takes_few() {
        // One batch a visit, and the start's.
        assertThat(batches(pages(255, visit -> 1))).containsExactly(64, 64, 64, 64);
    }

    @Test
    void V4_a_log_of_large_custom_events_is_read_in_pages_of_not_much_more_than_a_mebibyte() {
        assertThat(pages(40, visit -> 300 * KIB)).hasSizeLessThan(20).allMatch(page -> bytes(page) < 2 * MIB);
    }

    @Test
    void V4_a_custom_event_that_is_larger_than_a_page_ends_it() {
        assertThat(batches(pages(10, visit -> visit == 4 ? MIB : 1))).containsExactly(5, 6);
    }
}
