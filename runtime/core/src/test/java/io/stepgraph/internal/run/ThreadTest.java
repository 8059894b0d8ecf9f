package io.stepgraph.internal.run;

import static io.stepgraph.runtime.testing.Errors.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepgraph.engine.Fixture;
import io.stepgraph.engine.Runner;
import io.stepgraph.engine.RunnerBuilder;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.ThreadBusyException;
import io.stepgraph.runtime.Ticket;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.event.OutcomeStream;
import io.stepgraph.runtime.event.StreamedEvent;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.runtime.testing.Errors;
import io.stepgraph.runtime.testing.Graphs;
import io.stepgraph.runtime.testing.Node;
import io.stepgraph.runtime.testing.Notes;
import io.stepgraph.runtime.testing.Outcomes;
import io.stepgraph.runtime.testing.TestGraph;
import io.stepgraph.store.ThreadBusyPolicy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Starts that wait for their thread (I8). */
@Tag("R8")
@Tag("R9")
@Tag("I8")
@Tag("V3")
final class ThreadTest {
    @AutoClose
    private final Fixture fixture = new Fixture();

    private RunClient<Notes, Node> patient(TestGraph<Notes> graph, UnaryOperator<RunnerBuilder> config) {
        return fixture.runner(builder -> config.apply(builder.onBusy(ThreadBusyPolicy.WAIT)))
                .client(graph, new Object(), "chat");
    }

    @Test
    void I8_a_start_waits_for_its_thread_if_that_is_wanted() {
        RunClient<Notes, Node> runs = patient(Graphs.review(), builder -> builder);
        RunOutcome.QuestionAsked<Node> asked = Outcomes.asked(runs.run("one", Notes.of(), null));
        Iterator<Runnable> meanwhile = List.<Runnable>of(
                        () -> assertThatThrownBy(() -> fixture.stored("two")).isInstanceOf(AssertionError.class),
                        () -> runs.answer(asked.ticket(), new Graphs.Rejected("too dear")))
                .iterator();
        fixture.time.onWait(() -> {
            if (meanwhile.hasNext()) {
                meanwhile.next().run();
            }
        });

        Outcomes.asked(runs.run("two", Notes.of("given"), null));
        fixture.time.onWait(() -> {});

        assertThat(meanwhile).isExhausted();
        assertThat(fixture.stored("two").state())
                .hasToString("{\"lines\":[\"first\",\"asked\",\"shelved: too dear\",\"first\",\"asked\"],\"count\":0}");
    }

    @Test
    void R8_a_run_in_the_way_whose_time_is_over_has_failed_when_its_thread_is_wanted() {
        for (ThreadBusyPolicy choice : ThreadBusyPolicy.values()) {
            RunClient<Notes, Node> runs = fixture.runner(
                            builder -> builder.deadline(Duration.ofMinutes(1)).onBusy(choice))
                    .client(Graphs.review(), new Object(), "chat-" + choice);
            Outcomes.asked(runs.run("late-" + choice, Notes.of(), null));
            fixture.time.pass(Duration.ofMinutes(2));

            Outcomes.asked(runs.run("next-" + choice, Notes.of(), null));

            Outcomes.failed(runs.resume("late-" + choice), ErrorCode.DEADLINE_EXCEEDED);
        }
    }

    @Test
    @Timeout(60)
    void I8_nor_does_a_step_through_a_stream() {
        Runner waiting = fixture.runner(builder -> Fixture.realTime(builder).onBusy(ThreadBusyPolicy.WAIT));
        List<RunClient<Notes, Node>> self = new ArrayList<>();
        RunClient<Notes, Node> runs = waiting.client(
                Graphs.single((notes, context) -> {
                    try (OutcomeStream<RunOutcome<Node>> stream =
                            self.get(0).stream("two", Notes.of(), null, outcome -> outcome)) {
                        assertThatThrownBy(stream::outcome).isInstanceOf(ThreadBusyException.class);
                    }
                }),
                new Object(),
                "chat");
        self.add(runs);

        Outcomes.completed(runs.run("one", Notes.of(), null));
    }

    @Test
    void I8_it_waits_no_longer_than_it_may() {
        RunClient<Notes, Node> runs = patient(Graphs.review(), builder -> builder.waitTimeout(Duration.ofMinutes(1)));
        Outcomes.asked(runs.run("one", Notes.of(), null));

        assertThrown(ThreadBusyException.class, () -> runs.run("two", Notes.of(), null), "'one' is WAITING");
        assertThat(fixture.time.now()).isEqualTo(Instant.EPOCH.plus(Duration.ofMinutes(1)));
        assertThatThrownBy(() -> fixture.stored("two")).isInstanceOf(AssertionError.class);
    }

    @Test
    void R9_an_interrupt_ends_the_wait_for_a_thread() {
        RunClient<Notes, Node> runs = patient(Graphs.review(), builder -> builder);
        Outcomes.asked(runs.run("one", Notes.of(), null));
        fixture.time.onWait(() -> Thread.currentThread().interrupt());

        assertThatThrownBy(() -> runs.run("two", Notes.of(), null)).is(Errors.with(ErrorCode.CALL_INTERRUPTED));

        assertThat(Thread.interrupted()).isTrue();
        assertThatThrownBy(() -> fixture.stored("two")).isInstanceOf(AssertionError.class);
    }

    @Test
    void I8_a_step_does_not_wait_for_its_own_thread() {
        List<RunClient<Notes, Node>> self = new ArrayList<>();
        RunClient<Notes, Node> runs = patient(
                Graphs.single((notes, context) -> {
                    if (context.runId().equals("outer")) {
                        self.get(0).run("inner", Notes.of(), null);
                    }
                }),
                builder -> builder);
        self.add(runs);

        RunOutcome.Failed<Node> failed = Outcomes.failed(runs.run("outer", Notes.of(), null), ErrorCode.STEP_FAILED);

        assertThat(failed.failure().message()).contains("'outer' is RUNNING");
    }

    @Test
    @Timeout(60)
    void V3_a_stream_hears_heartbeats_while_its_start_waits_for_the_thread() {
        RunClient<Notes, Node> runs = patient(Graphs.review(), Fixture::realTime);
        Ticket ticket = Outcomes.asked(runs.run("one", Notes.of(), null)).ticket();
        List<String> heard = new ArrayList<>();
        try (OutcomeStream<RunOutcome<Node>> stream = runs.stream("two", Notes.of(), null, outcome -> outcome)) {
            for (StreamedEvent event : stream.heartbeat(Duration.ofMillis(20))) {
                heard.add(event.event().getClass().getSimpleName());
                if (heard.size() == 3) {
                    runs.answer(ticket, new Graphs.Approved("Ann"));
                }
            }
            Outcomes.asked(stream.outcome());
        }

        assertThat(heard.subList(0, 3)).containsOnly("Heartbeat");
        assertThat(heard).contains("Started", "QuestionAsked");
    }
}
