package io.stepgraph.internal.log;

import static io.stepgraph.runtime.testing.Errors.assertThrown;
import static io.stepgraph.runtime.testing.Node.FIRST;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepgraph.engine.Fixture;
import io.stepgraph.engine.Runner;
import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.RunNotFoundException;
import io.stepgraph.runtime.StoreUnavailableException;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.event.EventCursor;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.event.RunStream;
import io.stepgraph.runtime.event.StreamedEvent;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.runtime.graph.Transition;
import io.stepgraph.runtime.graph.ValueType;
import io.stepgraph.runtime.testing.Errors;
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
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The events of a run, stored and live, read through a client (V2, V4). */
@Timeout(60)
@Tag("R9")
@Tag("V2")
@Tag("V3")
@Tag("V4")
final class StreamTest {
    @AutoClose
    private final Fixture fixture = new Fixture();

    private static List<StreamedEvent> read(RunStream stream) {
        List<StreamedEvent> all = new ArrayList<>();
        stream.forEach(all::add);
        return all;
    }

    private static List<RunEvent> events(List<StreamedEvent> streamed) {
        return streamed.stream().map(StreamedEvent::event).toList();
    }

    @Test
    void V4_a_subscription_from_any_cursor_gives_exactly_what_follows() {
        RunClient<Notes, Node> runs = fixture.runs(Graphs.line(
                (notes, context) -> IntStream.range(0, 7).forEach(i -> context.emit("s" + i)), (notes, context) -> {}));
        runs.run("one", Notes.of(), null);
        List<StreamedEvent> all = read(runs.events("one"));

        for (int i = 0; i < all.size(); i++) {
            EventCursor kept = EventCursor.parse(all.get(i).cursor().toString());
            assertThat(numbers(read(runs.subscribe("one", kept)))).isEqualTo(numbers(all.subList(i + 1, all.size())));
        }
        EventCursor ofNoRunYet = EventCursor.parse(EventCursor.BEGINNING.toString());
        assertThat(numbers(read(runs.subscribe("one", ofNoRunYet)))).isEqualTo(numbers(all));
    }

    private static List<Long> numbers(List<StreamedEvent> events) {
        return events.stream().map(StreamedEvent::number).toList();
    }

    @Test
    void V2_a_subscriber_in_the_executing_process_hears_custom_events_before_they_are_stored_and_once()
            throws Exception {
        CountDownLatch heard = new CountDownLatch(1);
        RunClient<Notes, Node> runs = fixture.inRealTime(Graphs.review()
                .step(
                        Node.GATED,
                        s -> s.takes(ValueType.of(Graphs.Approved.class)).toEnd(),
                        (notes, input, context) -> {
                            context.emit("a");
                            context.emit("b");
                            heard.await();
                            context.emit("c");
                            return Transition.end();
                        }));
        RunOutcome.QuestionAsked<Node> asked = Outcomes.asked(runs.run("one", Notes.of(), null));
        Iterator<StreamedEvent> events = runs.events("one").iterator();
        List<StreamedEvent> seen = new ArrayList<>();
        readTo(RunEvent.QuestionAsked.class, events, seen);

        Thread answering = new Thread(() -> runs.answer(asked.ticket(), new Graphs.Approved("Ann")));
        answering.start();
        readTo(RunEvent.Custom.class, events, seen);
        readTo(RunEvent.Custom.class, events, seen);
        long stored = fixture.stored("one").lastEvent();
        heard.countDown();
        readTo(RunEvent.Completed.class, events, seen);
        answering.join();

        assertThat(stored).isEqualTo(6);
        assertThat(events.hasNext()).isFalse();
        assertThat(events(seen).subList(0, seen.size() - 1))
                .isEqualTo(events(read(runs.events("one"))).subList(0, seen.size() - 1));
    }

    private static void readTo(
            Class<? extends RunEvent> last, Iterator<StreamedEvent> events, List<StreamedEvent> seen) {
        StreamedEvent next;
        do {
            next = events.next();
            seen.add(next);
        } while (!last.isInstance(next.event()));
    }

    @Test
    void V4_what_the_next_owner_tells_is_not_taken_for_what_the_last_one_told() throws Exception {
        CountDownLatch heard = new CountDownLatch(1);
        CountDownLatch taken = new CountDownLatch(1);
        RunClient<Notes, Node> runs = fixture.inRealTime(Graphs.review().ends(FIRST, (notes, context) -> {
            context.emit("ours 1");
            context.emit("ours 2");
            heard.await();
            takeOver();
            taken.countDown();
        }));
        Running running = fixture.running(runs);
        List<StreamedEvent> seen = new ArrayList<>();
        Iterator<StreamedEvent> events = runs.events("one").iterator();
        readTo(RunEvent.Started.class, events, seen);
        heard.countDown();
        taken.await();
        readTo(RunEvent.Completed.class, events, seen);
        running.stop();

        List<RunEvent> told = events(seen);
        RunEvent takenOver = new RunEvent.TakenOver("one", "first", 1);
        assertThat(told.subList(told.indexOf(takenOver), told.size() - 1))
                .usingRecursiveFieldByFieldElementComparatorIgnoringFields("startedAt", "duration")
                .containsExactly(
                        takenOver,
                        new RunEvent.StepStarted("one", "first", 1, 1, Instant.EPOCH),
                        new RunEvent.Custom("one", "first", 1, 1, 1, "theirs"),
                        new RunEvent.StepFinished("one", "first", 1, 1, null, Duration.ZERO));
    }

    /** Another process takes the run over, emits, and ends it. */
    private void takeOver() {
        fixture.storeAhead = Duration.ofHours(1);
        Outcomes.completed(fixture.runs(Graphs.single((notes, context) -> context.emit("theirs")))
                .resume("one"));
    }

    @Test
    void V4_readers_that_come_at_any_moment_all_see_the_same_log() throws Exception {
        TestGraph<Notes> graph = TestGraph.of(Notes.class)
                .step(FIRST, s -> s.to(FIRST).toEnd(), (notes, input, context) -> {
                    for (int i = 0; i < notes.count % 7; i++) {
                        context.emit(notes.count + "." + i);
                    }
                    notes.count++;
                    return notes.count == 100 ? Transition.end() : Transition.go(FIRST);
                });
        RunClient<Notes, Node> runs = fixture.inRealTime(graph);
        RunClient<Notes, Node> others = fixture.inRealTime(graph);
        Running running = fixture.running(runs);

        List<FutureTask<List<StreamedEvent>>> readers = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            RunClient<Notes, Node> from = i % 2 == 0 ? runs : others;
            FutureTask<List<StreamedEvent>> reader = new FutureTask<>(() -> read(from.events("one")));
            readers.add(reader);
            new Thread(reader).start();
        }
        running.stop();

        List<StreamedEvent> log = read(runs.events("one"));
        for (FutureTask<List<StreamedEvent>> reader : readers) {
            assertThat(events(reader.get()).subList(0, log.size() - 1))
                    .isEqualTo(events(log).subList(0, log.size() - 1));
        }
    }

    @Test
    void V4_a_cursor_of_a_deleted_run_is_not_good_for_the_next_one_of_its_id() {
        RunClient<Notes, Node> runs = fixture.runs(Graphs.review());
        runs.run("one", Notes.of(), null);
        Iterator<StreamedEvent> open = runs.events("one").iterator();
        EventCursor first = open.next().cursor();
        runs.as(Actor.named("Eve")).cancel("one");
        runs.delete("one");
        runs.run("one", Notes.of(), null);

        assertThatThrownBy(() -> runs.subscribe("one", first)).isInstanceOf(RunNotFoundException.class);
        assertThrown(RunNotFoundException.class, () -> open.forEachRemaining(event -> {}), "deleted");
        assertThatThrownBy(() -> runs.events("two")).isInstanceOf(RunNotFoundException.class);
    }

    @Test
    void V3_a_heartbeat_comes_when_nothing_else_does() {
        RunClient<Notes, Node> runs = fixture.runs(Graphs.review());
        runs.run("one", Notes.of(), null);
        List<StreamedEvent> seen = new ArrayList<>();
        Iterator<StreamedEvent> events =
                runs.events("one").heartbeat(Duration.ofSeconds(15)).iterator();
        readTo(RunEvent.QuestionAsked.class, events, seen);
        EventCursor waiting = seen.get(seen.size() - 1).cursor();
        Duration before = Duration.ofNanos(fixture.time.nanos());

        assertThat(events.next())
                .isEqualTo(new StreamedEvent(waiting, fixture.time.wall(), new RunEvent.Heartbeat("one")));
        assertThat(events.next().event()).isEqualTo(new RunEvent.Heartbeat("one"));
        assertThat(Duration.ofNanos(fixture.time.nanos()).minus(before)).isEqualTo(Duration.ofSeconds(30));
        runs.as(Actor.named("Eve")).cancel("one");
        assertThat(events.next().event()).isEqualTo(new RunEvent.Cancelled("one", "Eve"));
        assertThat(events.hasNext()).isFalse();
    }

    @Test
    void V4_a_store_that_does_not_answer_for_a_while_is_asked_again() {
        RunClient<Notes, Node> runs = fixture.runs(Graphs.single((notes, context) -> {}));
        runs.run("one", Notes.of(), null);
        int[] left = {3};
        Iterator<StreamedEvent> events = runs.events("one").iterator();
        fixture.store.before(call -> {
            if (left[0]-- > 0) {
                throw new StoreUnavailableException("Gone for a moment.");
            }
        });

        assertThat(events).toIterable().hasSize(4);
    }

    @Test
    void V3_closing_a_stream_ends_its_reader_and_not_the_run() throws Exception {
        CountDownLatch mayEnd = new CountDownLatch(1);
        RunClient<Notes, Node> runs = fixture.inRealTime(Graphs.single((notes, context) -> mayEnd.await()));
        Running running = fixture.running(runs);
        RunStream stream = runs.events("one");
        CountDownLatch isReading = new CountDownLatch(1);
        Thread reader = new Thread(() -> stream.forEach(event -> isReading.countDown()));
        reader.start();
        isReading.await();

        stream.close();
        reader.join();

        mayEnd.countDown();
        Outcomes.completed(running.stop());
    }

    @Test
    void R9_a_reader_that_is_interrupted_is_told_so_and_can_read_on() {
        RunClient<Notes, Node> runs = fixture.runs(Graphs.review());
        runs.run("one", Notes.of(), null);
        Iterator<StreamedEvent> events = runs.events("one").iterator();
        readTo(RunEvent.QuestionAsked.class, events, new ArrayList<>());

        Thread.currentThread().interrupt();
        assertThatThrownBy(events::hasNext).is(Errors.with(ErrorCode.CALL_INTERRUPTED));
        assertThat(Thread.interrupted()).isTrue();

        runs.as(Actor.named("Eve")).cancel("one");
        assertThat(events).toIterable().hasSize(1);
    }

    @Test
    void a_reader_is_told_that_the_runner_was_closed() {
        Runner runner = fixture.runner(b -> b);
        RunClient<Notes, Node> runs = runner.client(Graphs.review(), new Object());
        runs.run("one", Notes.of(), null);
        Iterator<StreamedEvent> events = runs.events("one").iterator();
        readTo(RunEvent.QuestionAsked.class, events, new ArrayList<>());

        runner.close();

        assertThatThrownBy(events::hasNext).is(Errors.with(ErrorCode.RUNNER_CLOSED));
    }

    @Test
    void a_stream_is_read_once() {
        RunClient<Notes, Node> runs = fixture.runs(Graphs.review());
        runs.run("one", Notes.of(), null);
        RunStream stream = runs.events("one");
        Iterator<StreamedEvent> unused = stream.iterator();

        assertThatThrownBy(stream::iterator).isInstanceOf(IllegalStateException.class);
    }
}
