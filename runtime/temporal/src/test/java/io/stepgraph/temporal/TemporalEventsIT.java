package io.stepgraph.temporal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepgraph.PermissionMode;
import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.TransientException;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.event.EventCursor;
import io.stepgraph.runtime.event.OutcomeStream;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.event.RunStream;
import io.stepgraph.runtime.event.StreamedEvent;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.runtime.testing.Errors;
import io.stepgraph.runtime.testing.Graphs;
import io.stepgraph.runtime.testing.Node;
import io.stepgraph.runtime.testing.Notes;
import io.stepgraph.runtime.testing.Outcomes;
import io.stepgraph.runtime.testing.Printed;
import io.temporal.serviceclient.WorkflowServiceStubs;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Logs of runs whose workflow has several executions, or several workers. */
@Timeout(60)
@Tag("V1")
final class TemporalEventsIT extends TemporalServer {

    private static List<StreamedEvent> all(RunStream stream) {
        List<StreamedEvent> events = new ArrayList<>();
        try (stream) {
            stream.forEach(events::add);
        }
        assertThat(events).isNotEmpty();
        long first = events.get(0).number();
        assertThat(events)
                .extracting(StreamedEvent::number)
                .containsExactlyElementsOf(
                        LongStream.range(first, first + events.size()).boxed().toList());
        return events;
    }

    private static List<RunEvent> events(RunStream stream) {
        return all(stream).stream().map(StreamedEvent::event).toList();
    }

    @Test
    @Tag("V4")
    void a_run_that_continues_as_new_has_one_log() {
        RunClient<Notes, Node> runs = on(
                open(builder().visitsPerExecution(4)),
                looping(15, (notes, context) -> context.emit("visit " + context.visit())));
        Outcomes.completed(runs.run("one", Notes.of(), null));

        List<StreamedEvent> log = all(runs.events("one"));

        assertThat(log)
                .filteredOn(event -> event.event() instanceof RunEvent.Custom)
                .extracting(event -> ((RunEvent.Custom) event.event()).event())
                .containsExactlyElementsOf(LongStream.rangeClosed(1, 15)
                        .mapToObj(visit -> "visit " + visit)
                        .toList());
        assertThat(log).hasSize(1 + 15 * 3 + 1);
        for (int after = 0; after < log.size(); after += 7) {
            long number = log.get(0).cursor().runNumber();
            assertThat(all(runs.subscribe("one", new EventCursor(number, after))))
                    .hasSize(log.size() - after)
                    .first()
                    .isEqualTo(log.get(after));
        }
    }

    @Test
    @Tag("R7")
    void a_run_that_is_retried_continues_its_log() {
        AtomicInteger calls = new AtomicInteger();
        RunClient<Notes, Node> runs = on(Graphs.single((notes, context) -> {
            if (calls.incrementAndGet() == 1) {
                throw new IllegalStateException("broken");
            }
        }));
        Outcomes.failed(runs.run("one", Notes.of(), null), ErrorCode.STEP_FAILED);
        List<StreamedEvent> failed = all(runs.events("one"));

        Outcomes.completed(runs.retry("one"));

        List<StreamedEvent> log = all(runs.events("one"));
        assertThat(log).startsWith(failed.toArray(StreamedEvent[]::new)).hasSizeGreaterThan(failed.size());
        assertThat(log.stream().map(event -> event.event().getClass().getSimpleName()))
                .containsExactly(
                        "Started", "StepStarted", "Failed", "Reopened", "StepStarted", "StepFinished", "Completed");
    }

    @Test
    @Tag("R7")
    void a_run_that_fails_is_logged_once_by_the_worker_of_its_step() {
        RunClient<Notes, Node> runs = on(Graphs.single((notes, context) -> {
            throw new IllegalStateException("broken");
        }));

        Printed printed =
                Printed.by(() -> Outcomes.failed(runs.run("logged", Notes.of(), null), ErrorCode.STEP_FAILED));

        // A run of another test may fail at the same time.
        assertThat(printed.lines("io.stepgraph.failures"))
                .filteredOn(line -> line.contains("Run 'logged' of graph 'test'"))
                .singleElement()
                .asString()
                .contains("failed at step 'first', visit 1, attempt 1 [STEP_FAILED]");
        assertThat(printed.lines("IllegalStateException: broken")).isNotEmpty();
    }

    @Test
    @Tag("V2")
    void events_of_a_dead_worker_are_void() throws Exception {
        CountDownLatch inside = new CountDownLatch(1);
        RunClient<Notes, Node> loops = on(open(builder().loopsOnly()), Graphs.single((notes, context) -> {}));
        WorkflowServiceStubs connection = connect();
        TemporalEngine dying = open(builder(connection).stepsOnly());
        CountDownLatch never = new CountDownLatch(1);
        on(dying, Graphs.single((notes, context) -> {
            context.emit("lost");
            inside.countDown();
            never.await();
        }));
        assertThat(loops.enqueue("one", Notes.of(), null)).isTrue();
        inside.await();
        connection.shutdownNow();

        RunClient<Notes, Node> next =
                on(open(builder().stepsOnly()), Graphs.single((notes, context) -> context.emit("kept")));
        List<RunEvent> log = events(next.events("one"));
        never.countDown();

        assertThat(log)
                .usingRecursiveFieldByFieldElementComparatorIgnoringFields("startedAt", "duration")
                .startsWith(
                        new RunEvent.Started("one"),
                        new RunEvent.TakenOver("one", "first", 1),
                        new RunEvent.StepStarted("one", "first", 1, 1, Instant.EPOCH),
                        new RunEvent.Custom("one", "first", 1, 1, 1, "kept"));
    }

    @Test
    @Tag("M2")
    void a_run_that_parks_resumes_and_is_cancelled_says_so() throws Exception {
        CountDownLatch inside = new CountDownLatch(1);
        RunClient<Notes, Node> runs = on(Graphs.single(s -> s.requires(PermissionMode.DEFAULT), (notes, context) -> {
            inside.countDown();
            new CountDownLatch(1).await();
        }));
        Outcomes.parked(runs.run("one", Notes.of(), null));

        runs.as(Actor.named("bob")).mode("one", PermissionMode.DEFAULT);
        inside.await();
        runs.as(Actor.named("dan")).cancel("one");

        assertThat(events(runs.events("one")))
                .hasSize(5)
                .startsWith(new RunEvent.Started("one"))
                .endsWith(
                        new RunEvent.ModeChanged("one", PermissionMode.DEFAULT, "bob"),
                        new RunEvent.Resumed("one", "first", 1),
                        new RunEvent.Cancelled("one", "dan"))
                .anyMatch(RunEvent.Parked.class::isInstance);
    }

    @Test
    @Tag("V3")
    void closing_a_stream_cancels_its_run_if_asked_to() {
        RunClient<Notes, Node> runs = on(Graphs.single((notes, context) -> new CountDownLatch(1).await()));

        try (OutcomeStream<RunOutcome<Node>> stream = runs.as(Actor.named("ann")).stream(
                        "one", Notes.of(), null, Function.identity())
                .cancelOnClose()) {
            Iterator<StreamedEvent> events = stream.iterator();
            assertThat(events.next().event()).isEqualTo(new RunEvent.Started("one", "ann", Map.of()));
        }

        assertThat(runs.await("one")).isEqualTo(new RunOutcome.Cancelled<>("ann"));
    }

    @Test
    @Tag("V3")
    void a_stream_of_a_failed_attempt_tells_that_it_is_void() {
        RunClient<Notes, Node> runs = on(Graphs.single(s -> s.retry(2, 10, 1, 10, 0), (notes, context) -> {
            context.emit("attempt " + context.attempt());
            if (context.attempt() == 1) {
                throw new TransientException("busy");
            }
        }));

        List<RunEvent> log = new ArrayList<>();
        try (OutcomeStream<RunOutcome<Node>> stream = runs.stream("one", Notes.of(), null, Function.identity())) {
            stream.forEach(event -> log.add(event.event()));
            Outcomes.completed(stream.outcome());
        }

        assertThat(log)
                .usingRecursiveFieldByFieldElementComparatorIgnoringFields("startedAt", "duration")
                .containsSubsequence(
                        new RunEvent.Custom("one", "first", 1, 1, 1, "attempt 1"),
                        new RunEvent.StepStarted("one", "first", 1, 2, Instant.EPOCH),
                        new RunEvent.Custom("one", "first", 1, 2, 1, "attempt 2"))
                .filteredOn(RunEvent.StepRetrying.class::isInstance)
                .hasSize(1);
        assertThat(events(runs.events("one"))).hasSameSizeAs(log);
    }

    @Test
    @Tag("V4")
    void readers_of_a_closed_engine_stop() {
        TemporalEngine closing = open(builder());
        RunClient<Notes, Node> runs = on(closing, Graphs.review().build());
        Outcomes.asked(runs.run("one", Notes.of(), null));
        try (RunStream stream = runs.events("one")) {
            Iterator<StreamedEvent> events = stream.iterator();
            while (!(events.next().event() instanceof RunEvent.QuestionAsked)) {
                // The run waits after it.
            }
            CompletableFuture<StreamedEvent> reader = CompletableFuture.supplyAsync(events::next);

            closing.close();

            assertThatThrownBy(reader::join).cause().is(Errors.with(ErrorCode.RUNNER_CLOSED));
        }
    }

    @Test
    @Tag("V4")
    void a_workflow_that_temporal_has_ended_ends_its_readers() {
        RunClient<Notes, Node> runs = on(Graphs.review().build());
        Outcomes.asked(runs.run("one", Notes.of(), null));
        CompletableFuture<List<StreamedEvent>> reader = CompletableFuture.supplyAsync(() -> all(runs.events("one")));

        terminate(workflowId("one"));

        assertThatThrownBy(reader::join).cause().is(Errors.with(ErrorCode.ILLEGAL_RUN_STATUS));
        assertThatThrownBy(() -> runs.outcome("one"))
                .is(Errors.with(ErrorCode.ILLEGAL_RUN_STATUS))
                .hasMessageContaining("ended by Temporal");
    }

    @Test
    @Tag("V4")
    void an_ended_run_is_known_without_a_worker() {
        TemporalEngine worker = open(builder());
        RunClient<Notes, Node> runs = on(worker, Graphs.single((notes, context) -> notes.add("done")));
        Outcomes.completed(runs.run("one", Notes.of(), null));
        worker.close();

        RunClient<Notes, Node> client = on(open(builder().clientOnly()), Graphs.single((notes, context) -> {}));

        assertThat(Outcomes.completed(client.run("one", Notes.of(), null))).hasToString("[done]");
        assertThat(client.outcome("one")).isInstanceOf(RunOutcome.Completed.class);
    }
}
