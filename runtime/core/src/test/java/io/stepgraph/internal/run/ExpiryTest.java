package io.stepgraph.internal.run;

import static io.stepgraph.runtime.testing.Node.ASK;
import static io.stepgraph.runtime.testing.Node.SECOND;
import static io.stepgraph.runtime.testing.Node.THIRD;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepgraph.engine.Crash;
import io.stepgraph.engine.Fixture;
import io.stepgraph.runtime.Expired;
import io.stepgraph.runtime.StaleAnswerException;
import io.stepgraph.runtime.TransientException;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.runtime.graph.Transition;
import io.stepgraph.runtime.graph.ValueType;
import io.stepgraph.runtime.testing.Graphs;
import io.stepgraph.runtime.testing.Node;
import io.stepgraph.runtime.testing.Notes;
import io.stepgraph.runtime.testing.Outcomes;
import io.stepgraph.runtime.testing.TestGraph;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Questions that are not answered in time (I5), and delays that hold no lease (R6). */
@Tag("R6")
@Tag("I1")
@Tag("I5")
final class ExpiryTest {
    private final Fixture fixture = new Fixture();
    private final List<RunEvent> told = new ArrayList<>();
    private final TestGraph<Notes> hourly = TestGraph.of(Notes.class)
            .interrupt(
                    ASK,
                    Graphs.Question.class,
                    s -> s.to(SECOND, THIRD)
                            .answeredBy(ValueType.of(Graphs.Approved.class))
                            .expires(3_600_000),
                    answer -> answer instanceof Expired ? THIRD : answer instanceof Graphs.Approved ? SECOND : null,
                    (notes, input, context) -> {
                        notes.add("asked");
                        return Transition.ask(new Graphs.Question("Pay?"));
                    })
            .step(SECOND, s -> s.takes(ValueType.of(Graphs.Approved.class)).toEnd(), (notes, input, context) -> {
                notes.add("paid");
                return Transition.end();
            })
            .step(THIRD, s -> s.takes(ValueType.of(Expired.class)).toEnd(), (notes, input, context) -> {
                notes.add("expired");
                return Transition.end();
            })
            .start(ASK)
            .build();
    private final RunClient<Notes, Node> runs = fixture.runs(hourly, builder -> builder.listener(told::add));

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void I5_the_time_for_an_answer_may_be_as_long_as_can_be_said() {
        TestGraph<Notes> patient = TestGraph.of(Notes.class)
                .interrupt(
                        ASK,
                        Graphs.Question.class,
                        s -> s.to(SECOND, THIRD)
                                .answeredBy(ValueType.of(Graphs.Approved.class))
                                .expires(Long.MAX_VALUE),
                        answer -> answer instanceof Expired ? THIRD : SECOND,
                        (notes, input, context) -> Transition.ask(new Graphs.Question("Pay?")))
                .step(
                        SECOND,
                        s -> s.takes(ValueType.of(Graphs.Approved.class)).toEnd(),
                        (notes, input, context) -> Transition.end())
                .step(
                        THIRD,
                        s -> s.takes(ValueType.of(Expired.class)).toEnd(),
                        (notes, input, context) -> Transition.end())
                .start(ASK)
                .build();
        RunClient<Notes, Node> asks = fixture.runs(patient);

        RunOutcome.QuestionAsked<Node> asked = Outcomes.asked(asks.run("one", Notes.of(), null));
        assertThat(fixture.stored("one").dueAt()).isBefore(Instant.EPOCH.plus(Duration.ofDays(40_000)));

        Outcomes.completed(asks.answer(asked.ticket(), new Graphs.Approved("Ann")));
    }

    @Test
    void I5_an_answer_in_time_counts() {
        RunOutcome.QuestionAsked<Node> asked = Outcomes.asked(runs.run("one", Notes.of(), null));
        fixture.time.pass(Duration.ofMinutes(59));

        assertThat(Outcomes.completed(runs.answer(asked.ticket(), new Graphs.Approved("Ann"))))
                .hasToString("[asked, paid]");
    }

    @Test
    void I5_after_its_time_an_answer_is_stale_and_the_next_touch_goes_on_with_expired() {
        RunOutcome.QuestionAsked<Node> asked = Outcomes.asked(runs.run("one", Notes.of(), null));
        fixture.time.pass(Duration.ofMinutes(61));

        assertThatThrownBy(() -> runs.answer(asked.ticket(), new Graphs.Approved("Ann")))
                .isInstanceOf(StaleAnswerException.class)
                .hasMessageContaining("expired");
        assertThatThrownBy(() -> runs.answer(asked.ticket().id(), "not json"))
                .isInstanceOf(StaleAnswerException.class)
                .hasMessageContaining("expired");
        assertThat(Outcomes.completed(runs.resume("one"))).hasToString("[asked, expired]");
        assertThatThrownBy(() -> runs.answer(asked.ticket(), new Graphs.Approved("Ann")))
                .isInstanceOf(StaleAnswerException.class);
        assertThat(told).contains(new RunEvent.QuestionExpired("one", asked.ticket()));
    }

    @Test
    void I1_the_question_that_has_not_expired_is_given_again() {
        RunOutcome<Node> asked = runs.run("one", Notes.of(), null);
        fixture.time.pass(Duration.ofMinutes(59));

        assertThat(runs.run("one", Notes.of(), null)).isEqualTo(asked);
    }

    @Test
    void I5_a_crash_after_the_expiry_asks_no_more() {
        runs.run("one", Notes.of(), null);
        fixture.time.pass(Duration.ofMinutes(61));
        Crash.after(fixture, 1, () -> fixture.runs(hourly).resume("one"));

        assertThat(Outcomes.completed(fixture.runs(hourly).resume("one"))).hasToString("[asked, expired]");
    }

    @Test
    void R6_a_delay_longer_than_half_the_lease_gives_the_run_up_and_the_caller_waits_for_it() {
        List<Integer> attempts = new ArrayList<>();
        TestGraph<Notes> slow = TestGraph.of(Notes.class)
                .step(Node.FIRST, s -> s.toEnd().retry(3, 60_000, 1, 60_000, 0), (notes, input, context) -> {
                    attempts.add(context.attempt());
                    notes.add("attempt " + context.attempt());
                    if (context.attempt() < 3) {
                        throw new TransientException("busy");
                    }
                    return Transition.end();
                })
                .build();

        RunOutcome<Node> outcome = fixture.runs(slow, builder -> builder.lease(Duration.ofSeconds(30)))
                .run("one", Notes.of(), null);

        assertThat(Outcomes.completed(outcome)).hasToString("[attempt 3]");
        assertThat(attempts).containsExactly(1, 2, 3);
        assertThat(fixture.time.now()).isAfterOrEqualTo(Instant.EPOCH.plusSeconds(120));
        assertThat(fixture.stored("one").fencingToken()).isEqualTo(3);
        assertThat(fixture.stored("one").checkpoint().crashes()).isZero();
    }

    @Test
    void R6_a_crash_during_a_long_delay_keeps_the_attempt_and_the_time() {
        List<Integer> attempts = new ArrayList<>();
        TestGraph<Notes> slow = TestGraph.of(Notes.class)
                .step(Node.FIRST, s -> s.toEnd().retry(2, 60_000, 1, 60_000, 0), (notes, input, context) -> {
                    attempts.add(context.attempt());
                    if (context.attempt() == 1) {
                        throw new TransientException("busy");
                    }
                    return Transition.end();
                })
                .build();
        Crash.after(
                fixture,
                2,
                () -> fixture.runs(slow, b -> b.lease(Duration.ofSeconds(30))).run("one", Notes.of(), null));

        fixture.runs(slow, b -> b.lease(Duration.ofSeconds(30))).resume("one");

        assertThat(attempts).containsExactly(1, 2);
        assertThat(fixture.time.now()).isAfterOrEqualTo(Instant.EPOCH.plusSeconds(60));
        assertThat(fixture.stored("one").checkpoint().crashes()).isZero();
    }
}
