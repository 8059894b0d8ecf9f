package io.stepgraph.internal.run;

import static io.stepgraph.runtime.testing.Errors.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepgraph.engine.Fixture;
import io.stepgraph.engine.RunnerBuilder;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.ThreadBusyException;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.event.OutcomeStream;
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

        Outcomes.asked(runs.run("two", () -> Notes.of("given"), null));
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

            Outcomes.asked(runs.run("next-" + choice, () -> Notes.of(), null));

            Outcomes.failed(runs.resume("late-" + choice), ErrorCode.DEADLINE_EXCEEDED);
        }
    }

    @Test
    void R8_a_run_in_the_way_that_cannot_be_read_is_not_ended() {
        RunClient<Notes, Node> runs = fixture.runner(builder -> builder.deadline(Duration.ofMinutes(1)))
                .client(Graphs.review(), new Object(), "chat");
        Outcomes.asked(runs.run("damaged", Notes.of(), null));
        fixture.time.pass(Duration.ofMinutes(2));
        fixture.store.damaged(key -> key.id().equals("damaged"));

        assertThrown(ThreadBusyException.class, () -> runs.run("next", Notes.of(), null), "'damaged'");
    }

    @Test
    void I8_it_waits_no_longer_than_it_may() {
        RunClient<Notes, Node> runs = patient(Graphs.review(), builder -> builder.waitTimeout(Duration.ofMinutes(1)));
        Outcomes.asked(runs.run("one", Notes.of(), null));

        assertThrown(ThreadBusyException.class, () -> runs.run("two", Notes.of(), null), "'one' is WAITING");
        assertThat(fixture.time.wall()).isEqualTo(Instant.EPOCH.plus(Duration.ofMinutes(1)));
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
    @Timeout(60)
    void I8_a_step_does_not_wait_for_its_own_thread_nor_through_a_stream() {
        List<RunClient<Notes, Node>> self = new ArrayList<>();
        RunClient<Notes, Node> runs = patient(
                Graphs.single((notes, context) -> {
                    RunClient<Notes, Node> own = self.get(0);
                    assertThrown(
                            ThreadBusyException.class, () -> own.run("inner", Notes.of(), null), "'outer' is RUNNING");
                    try (OutcomeStream<RunOutcome<Node>> stream =
                            own.stream("inner", Notes.of(), null, outcome -> outcome)) {
                        assertThrown(ThreadBusyException.class, stream::outcome);
                    }
                }),
                Fixture::realTime);
        self.add(runs);

        Outcomes.completed(runs.run("outer", Notes.of(), null));
    }
}
