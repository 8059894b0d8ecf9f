package io.stepgraph.testkit.store;

import static io.stepgraph.testkit.store.EngineFixture.completed;
import static io.stepgraph.testkit.store.EngineFixture.decide;
import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.StartOptions;
import io.stepgraph.runtime.event.OutcomeStream;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.event.RunStream;
import io.stepgraph.runtime.event.StreamedEvent;
import io.stepgraph.testkit.store.ContractAgent.Approved;
import io.stepgraph.testkit.store.ContractAgent.Notes;
import io.stepgraph.testkit.store.ContractAgent.Turn;
import io.stepgraph.testkit.store.ContractAgentGraph.Outcome;
import io.stepgraph.testkit.store.ContractAgentGraph.Runs;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The log of a run, and those who read it. */
@Tag("V1")
@Tag("V2")
@Tag("V3")
@Tag("V4")
@Tag("L5")
interface EngineEventContract extends EngineFixture {

    private static List<StreamedEvent> all(RunStream stream) {
        try (stream) {
            List<StreamedEvent> events = new ArrayList<>();
            stream.forEach(events::add);
            return events;
        }
    }

    @Test
    default void V1_the_log_is_numbered_without_gaps_and_ends_with_the_end() {
        Runs runs = runs(ContractAgent.of().acting((notes, context) -> context.emit("half")));
        Outcome.Decide asked = decide(runs.run("one", Notes.of(Turn.DECIDE)));
        completed(runs.as(Actor.named("carol")).answerDecide(asked, new Approved("ann")));

        List<StreamedEvent> events = all(runs.events("one"));

        assertThat(events)
                .extracting(StreamedEvent::number)
                .containsExactlyElementsOf(
                        LongStream.rangeClosed(1, events.size()).boxed().toList());
        assertThat(events)
                .extracting(StreamedEvent::event)
                .usingRecursiveFieldByFieldElementComparatorIgnoringFields("startedAt", "duration")
                .contains(
                        new RunEvent.Started("one"),
                        new RunEvent.StepFinished("one", "prepare", 1, 1, "act", Duration.ZERO),
                        new RunEvent.Custom("one", "act", 2, 1, 1, "half"),
                        new RunEvent.StepStarted("one", "pay", 4, 1, Instant.EPOCH));
        assertThat(events.get(events.size() - 1).event()).isInstanceOf(RunEvent.Completed.class);
    }

    @Test
    default void V1_the_start_of_a_step_tells_when_the_attempt_began() {
        List<Instant> inside = new ArrayList<>();
        Runs runs = runs(ContractAgent.of().acting((notes, context) -> inside.add(Instant.now())));
        Instant before = Instant.now().truncatedTo(ChronoUnit.MILLIS);
        completed(runs.run("one", Notes.of(Turn.END)));

        assertThat(all(runs.events("one")))
                .extracting(StreamedEvent::event)
                .anySatisfy(event -> assertThat(event).isInstanceOfSatisfying(RunEvent.StepStarted.class, began -> {
                    assertThat(began.step()).isEqualTo("act");
                    assertThat(began.startedAt()).isBetween(before, inside.get(0));
                }));
    }

    @Test
    default void V1_the_start_tells_who_began_the_run_and_its_labels() {
        Runs runs = runs(ContractAgent.of());
        completed(runs.as(Actor.named("ann"))
                .with(StartOptions.NONE.label("order", "42"))
                .run("one", Notes.of(Turn.END)));

        assertThat(all(runs.events("one")).get(0).event())
                .isEqualTo(new RunEvent.Started("one", "ann", Map.of("order", "42")));
    }

    @Test
    default void V3_a_stream_gives_custom_events_while_the_step_is_executed() throws Exception {
        CountDownLatch seen = new CountDownLatch(1);
        Runs runs = runs(ContractAgent.of().acting((notes, context) -> {
            context.emit("half");
            seen.await();
        }));

        try (OutcomeStream<Outcome> stream = runs.stream("one", Notes.of(Turn.END))) {
            for (StreamedEvent event : stream) {
                if (event.event() instanceof RunEvent.Custom) {
                    seen.countDown();
                }
            }
            assertThat(completed(stream.outcome())).isEmpty();
        }
    }

    @Test
    default void V4_a_subscriber_in_another_process_gets_each_event_once() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        Runs runs = runs(ContractAgent.of().acting((notes, context) -> {
            context.emit("half");
            begun.countDown();
            goOn.await();
        }));
        Future<Outcome> call = call(() -> runs.run("one", Notes.of(Turn.END)));
        begun.await();

        Future<List<StreamedEvent>> subscriber =
                call(() -> all(runs(ContractAgent.of()).events("one")));
        goOn.countDown();

        completed(call.get());
        assertThat(subscriber.get())
                .extracting(StreamedEvent::number)
                .isEqualTo(all(runs.events("one")).stream()
                        .map(StreamedEvent::number)
                        .toList());
        List<StreamedEvent> events = subscriber.get();
        assertThat(all(runs.subscribe("one", events.get(2).cursor())))
                .extracting(StreamedEvent::number)
                .startsWith(4L);
    }
}
