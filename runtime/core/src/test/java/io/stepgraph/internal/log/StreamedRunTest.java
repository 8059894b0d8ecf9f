package io.stepgraph.internal.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.stepgraph.engine.Fixture;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.NotStorableException;
import io.stepgraph.runtime.RunNotFoundException;
import io.stepgraph.runtime.StartConflictException;
import io.stepgraph.runtime.StepContext;
import io.stepgraph.runtime.TransientException;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.event.OutcomeStream;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.event.StreamedEvent;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.runtime.testing.Events;
import io.stepgraph.runtime.testing.Graphs;
import io.stepgraph.runtime.testing.Node;
import io.stepgraph.runtime.testing.Notes;
import io.stepgraph.runtime.testing.Outcomes;
import io.stepgraph.runtime.testing.Running;
import io.stepgraph.runtime.testing.TestGraph;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A run that is executed for the reader of its events (V2, V3). */
@Timeout(60)
@Tag("R3")
@Tag("R12")
@Tag("V2")
@Tag("V3")
final class StreamedRunTest {
    @AutoClose
    private final Fixture fixture = new Fixture();

    @Test
    void V3_a_stream_gives_the_events_of_a_run_up_to_its_stop_and_then_the_outcome() {
        RunClient<Notes, Node> runs = fixture.inRealTime(Graphs.review());
        try (OutcomeStream<RunOutcome<Node>> first = runs.stream("one", Notes.of(), null, outcome -> outcome)) {
            List<RunEvent> events = Events.of(first);
            RunOutcome.QuestionAsked<Node> asked = Outcomes.asked(first.outcome());

            assertThat(events)
                    .usingRecursiveFieldByFieldElementComparatorIgnoringFields("startedAt", "duration")
                    .containsExactly(
                            new RunEvent.Started("one"),
                            new RunEvent.StepStarted("one", "first", 1, 1, Instant.EPOCH),
                            new RunEvent.StepFinished("one", "first", 1, 1, "ask", Duration.ZERO),
                            new RunEvent.StepStarted("one", "ask", 2, 1, Instant.EPOCH),
                            new RunEvent.QuestionAsked(
                                    "one", asked.ticket(), new Graphs.Question("Pay?"), Duration.ZERO));
        }
        try (OutcomeStream<RunOutcome<Node>> again = runs.stream("one", outcome -> outcome)) {
            assertThat(Events.of(again)).isEmpty();
            Outcomes.asked(again.outcome());
        }
    }

    @Test
    void R3_what_the_caller_does_with_its_objects_after_it_has_asked_for_a_stream_changes_nothing() {
        RunClient<Notes, Node> runs = fixture.inRealTime(Graphs.single((notes, context) -> {}));
        for (int i = 0; i < 50; i++) {
            Notes given = Notes.of("given");
            try (OutcomeStream<RunOutcome<Node>> stream = runs.stream("run-" + i, given, null, outcome -> outcome)) {
                given.lines.set(0, "later");
                assertThat(Outcomes.completed(stream.outcome())).hasToString("[given]");
            }
        }
    }

    @Test
    void V2_a_custom_event_is_what_it_was_when_it_was_emitted() throws Exception {
        CountDownLatch changed = new CountDownLatch(1);
        TestGraph<Notes> graph = TestGraph.of(Notes.class)
                .customEvents(Notes.class)
                .ends(Node.FIRST, (notes, context) -> {
                    Notes customEvent = Notes.of("first");
                    emit(context, customEvent);
                    customEvent.lines.set(0, "changed");
                    changed.countDown();
                });
        List<RunEvent> heard = new ArrayList<>();
        RunClient<Notes, Node> runs =
                fixture.runs(graph, b -> Fixture.realTime(b).observer(heard::add));
        try (OutcomeStream<RunOutcome<Node>> stream = runs.stream("one", Notes.of(), null, outcome -> outcome)) {
            changed.await();
            heard.addAll(Events.of(stream));
        }

        assertThat(heard)
                .filteredOn(RunEvent.Custom.class::isInstance)
                .extracting(event -> ((RunEvent.Custom) event).event().toString())
                .hasSize(2)
                .containsOnly("[first]");
    }

    /** Can be written, and cannot always be read back. */
    public static final class Odd {
        private String text;

        @JsonCreator
        public Odd(@JsonProperty("text") String text) {
            if (text.startsWith("!")) {
                throw new IllegalArgumentException("No text begins with '!'.");
            }
            this.text = text;
        }

        static Odd of(String text) {
            Odd odd = new Odd("");
            odd.text = text;
            return odd;
        }

        public String getText() {
            return text;
        }
    }

    @Test
    void R12_a_custom_event_that_cannot_be_read_back_fails_the_step_whoever_listens() {
        TestGraph<Notes> graph = TestGraph.of(Notes.class)
                .customEvents(Odd.class)
                .ends(Node.FIRST, (notes, context) -> {
                    emit(context, Odd.of("good"));
                    emit(context, Odd.of("!bad"));
                });

        Outcomes.failed(fixture.inRealTime(graph).run("alone", Notes.of(), null), ErrorCode.NOT_STORABLE);
        Outcomes.failed(
                fixture.runs(graph, b -> b.observer(event -> {})).run("heard", Notes.of(), null),
                ErrorCode.NOT_STORABLE);
    }

    @Test
    void R12_a_start_that_cannot_be_read_back_is_refused_before_it_is_stored() {
        TestGraph<Odd> graph = TestGraph.of(Odd.class).ends(Node.FIRST);
        RunClient<Odd, Node> runs = fixture.runs(graph);
        runs.run("one", Odd.of("good"), null);

        assertThatThrownBy(() -> runs.run("two", Odd.of("!bad"), null)).isInstanceOf(NotStorableException.class);
        assertThatThrownBy(() -> runs.outcome("two")).isInstanceOf(RunNotFoundException.class);
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // the graph declares it so
    private static void emit(StepContext context, Object customEvent) {
        context.emit(customEvent);
    }

    /** A step with a timeout of a second, which emits much. */
    private static TestGraph<Notes> talkative(Consumer<Thread> inStep) {
        return Graphs.single(s -> s.timeout(1_000, "1s"), (notes, context) -> {
            inStep.accept(Thread.currentThread());
            emit(context, "s", 5_000);
        });
    }

    @Test
    void V2_a_reader_that_never_reads_delays_neither_the_step_nor_the_run() {
        CompletableFuture<Thread> step = new CompletableFuture<>();
        // No time passes unless somebody waits for longer than the step takes to emit.
        fixture.time.onWait(() -> untilItEnds(step.join()));
        RunClient<Notes, Node> runs = fixture.runs(talkative(step::complete));
        long before = fixture.time.nanos();

        try (OutcomeStream<RunOutcome<Node>> stream = runs.stream("one", Notes.of(), null, outcome -> outcome)) {
            Iterator<StreamedEvent> neverRead = stream.iterator();
            Outcomes.completed(stream.outcome());

            assertThat(fixture.time.nanos()).isEqualTo(before);
            assertThat(fixture.time.waits()).containsOnly(Duration.ofSeconds(1));
            assertThat(neverRead).toIterable().hasSize(5_004);
        }
    }

    @Test
    void V2_nor_does_it_if_each_event_is_large() {
        RunClient<Notes, Node> runs =
                fixture.inRealTime(Graphs.single((notes, context) -> emit(context, "x".repeat(1 << 20), 10)));

        try (OutcomeStream<RunOutcome<Node>> stream = runs.stream("one", Notes.of(), null, outcome -> outcome)) {
            Outcomes.completed(stream.outcome());
            assertThat(Events.of(stream)).hasSize(14);
        }
    }

    @Test
    void V2_a_reader_that_falls_behind_gets_uncommitted_events_from_the_outbox_and_each_once() {
        int many = 1_000;
        CountDownLatch emitted = new CountDownLatch(1);
        CountDownLatch mayEnd = new CountDownLatch(1);
        RunClient<Notes, Node> runs = fixture.inRealTime(Graphs.single((notes, context) -> {
            for (int i = 0; i < many; i++) {
                context.emit("s" + i);
            }
            emitted.countDown();
            mayEnd.await();
        }));

        List<RunEvent> events = new ArrayList<>();
        try (OutcomeStream<RunOutcome<Node>> stream = runs.stream("one", Notes.of(), null, outcome -> outcome)) {
            Graphs.uninterrupted(emitted);
            Iterator<StreamedEvent> reader = stream.iterator();
            for (int i = 0; i < many + 2; i++) {
                events.add(reader.next().event());
            }
            assertThat(fixture.stored("one").lastEvent())
                    .as("events stored so far")
                    .isEqualTo(1);
            mayEnd.countDown();
            reader.forEachRemaining(event -> events.add(event.event()));
        }

        List<RunEvent> stored = Events.of(runs.events("one"));
        assertThat(events.subList(0, events.size() - 1)).isEqualTo(stored.subList(0, stored.size() - 1));
    }

    @Test
    void V2_a_slow_reader_sees_the_custom_events_of_a_failed_attempt_and_that_they_are_void() {
        CountDownLatch failing = new CountDownLatch(1);
        CountDownLatch mayFail = new CountDownLatch(1);
        TestGraph<Notes> graph = Graphs.single(s -> s.retry(2, 0, 1, 0, 0), (notes, context) -> {
            emit(context, "try " + context.attempt() + ".", 300);
            if (context.attempt() == 1) {
                failing.countDown();
                mayFail.await();
                throw new TransientException("busy");
            }
        });
        RunClient<Notes, Node> runs = fixture.inRealTime(graph);

        List<RunEvent> events = new ArrayList<>();
        try (OutcomeStream<RunOutcome<Node>> stream = runs.stream("one", Notes.of(), null, outcome -> outcome)) {
            Graphs.uninterrupted(failing);
            Iterator<StreamedEvent> reader = stream.iterator();
            for (int i = 0; i < 100; i++) {
                events.add(reader.next().event());
            }
            mayFail.countDown();
            Outcomes.completed(stream.outcome());
            reader.forEachRemaining(event -> events.add(event.event()));
        }

        List<RunEvent> stored = Events.of(runs.events("one"));
        assertThat(events.subList(0, events.size() - 1)).isEqualTo(stored.subList(0, stored.size() - 1));
        assertThat(events)
                .usingRecursiveFieldByFieldElementComparatorIgnoringFields("startedAt", "duration")
                .containsSubsequence(
                        new RunEvent.Custom("one", "first", 1, 1, 300, "try 1.299"),
                        new RunEvent.StepRetrying(
                                "one",
                                "first",
                                1,
                                1,
                                Duration.ZERO,
                                Duration.ZERO,
                                TransientException.class.getName(),
                                "busy",
                                null),
                        new RunEvent.StepStarted("one", "first", 1, 2, Instant.EPOCH),
                        new RunEvent.Custom("one", "first", 1, 2, 1, "try 2.0"));
    }

    private static void untilItEnds(Thread step) {
        try {
            step.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static void emit(StepContext<String> context, String prefix, int count) {
        for (int i = 0; i < count; i++) {
            context.emit(prefix + i);
        }
    }

    @Test
    void V2_a_stream_of_a_run_that_another_call_executes_does_not_slow_it() throws Exception {
        CountDownLatch joined = new CountDownLatch(1);
        RunClient<Notes, Node> runs = fixture.inRealTime(Graphs.single((notes, context) -> {
            context.emit("begun");
            joined.await();
            for (int i = 0; i < 2_000; i++) {
                context.emit("s" + i);
            }
        }));
        Running running = fixture.running(runs);
        try (OutcomeStream<RunOutcome<Node>> stream = runs.stream("one", outcome -> outcome)) {
            joined.countDown();

            Outcomes.completed(running.stop());

            assertThat(Events.of(stream)).hasSizeBetween(2_003, 2_004);
        }
    }

    @Test
    void V3_a_stream_of_a_run_that_cannot_be_started_says_why() {
        RunClient<Notes, Node> runs = fixture.inRealTime(Graphs.review());
        runs.run("one", Notes.of("a"), null);

        OutcomeStream<RunOutcome<Node>> stream = runs.stream("one", Notes.of("b"), null, outcome -> outcome);

        assertThatThrownBy(() -> Events.of(stream)).isInstanceOf(StartConflictException.class);
        assertThatThrownBy(stream::outcome).isInstanceOf(StartConflictException.class);
        assertThatThrownBy(() -> runs.stream("two", outcome -> outcome)).isInstanceOf(RunNotFoundException.class);
    }
}
