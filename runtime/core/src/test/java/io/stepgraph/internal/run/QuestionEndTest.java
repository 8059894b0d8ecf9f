package io.stepgraph.internal.run;

import static io.stepgraph.runtime.testing.Errors.assertThrown;
import static io.stepgraph.runtime.testing.Node.ASK;
import static io.stepgraph.runtime.testing.Node.FIRST;
import static io.stepgraph.runtime.testing.Node.THIRD;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.stepgraph.engine.Fixture;
import io.stepgraph.engine.Runner;
import io.stepgraph.runtime.Expired;
import io.stepgraph.runtime.InvalidAnswerException;
import io.stepgraph.runtime.Ticket;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.runtime.graph.Transition;
import io.stepgraph.runtime.graph.ValueType;
import io.stepgraph.runtime.hook.HookTransition;
import io.stepgraph.runtime.testing.Graphs.Question;
import io.stepgraph.runtime.testing.Hooks;
import io.stepgraph.runtime.testing.Node;
import io.stepgraph.runtime.testing.Notes;
import io.stepgraph.runtime.testing.Outcomes;
import io.stepgraph.runtime.testing.TestGraph;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The ends of questions, and what is kept of them if they are asked again (Q2). */
@Tag("Q2")
final class QuestionEndTest {
    private static final Question PAY = new Question("Pay?");
    private static final Instant END = Instant.EPOCH.plus(Duration.ofHours(1));

    @AutoClose
    private final Fixture fixture = new Fixture();

    private final Runner console = fixture.runner(builder -> builder);

    record Named(String name) {
        Named {
            if (name.isBlank()) {
                throw new IllegalArgumentException("A name is not blank.");
            }
        }
    }

    static Stream<Arguments> hours() {
        return Stream.of(
                arguments("delay", Transition.<Node, Notes>ask(PAY, Duration.ofHours(1))),
                arguments("instant", Transition.<Node, Notes>ask(PAY, END)));
    }

    private static TestGraph<Notes> asking(Transition<Node, Notes> question) {
        return TestGraph.of(Notes.class)
                .start(ASK)
                .interrupt(
                        ASK,
                        Question.class,
                        s -> s.to(FIRST, THIRD).answeredBy(ValueType.of(Named.class)),
                        answer -> answer instanceof Expired ? THIRD : FIRST,
                        (notes, input, context) -> question)
                .step(
                        FIRST,
                        s -> s.takes(ValueType.of(Named.class)).toEnd(),
                        (notes, named, context) -> Transition.endWith(Notes.of(((Named) named).name())))
                .step(
                        THIRD,
                        s -> s.takes(ValueType.of(Expired.class)).toEnd(),
                        (notes, input, context) -> Transition.endWith(Notes.of("expired")));
    }

    /** An answer that only the class can tell to be none. */
    private void refused(RunClient<Notes, Node> runs, RunOutcome<Node> asked) {
        console.answer(Outcomes.ticket(asked).id(), "{\"name\":\" \"}");
        assertThat(runs.resume("one")).isEqualTo(asked);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("hours")
    void Q2_the_question_expires_at_its_computed_end(String kind, Transition<Node, Notes> hour) {
        RunClient<Notes, Node> runs = fixture.runs(asking(hour));
        RunOutcome<Node> asked = runs.run("one", Notes.of(), null);
        assertThat(fixture.stored("one").dueAt()).isEqualTo(END);
        fixture.time.pass(Duration.ofMinutes(59));
        assertThat(runs.resume("one")).isEqualTo(asked);
        fixture.time.pass(Duration.ofMinutes(1));

        assertThat(Outcomes.completed(runs.resume("one"))).hasToString("[expired]");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("hours")
    void Q2_a_question_that_is_asked_again_keeps_its_end(String kind, Transition<Node, Notes> hour) {
        RunClient<Notes, Node> runs = fixture.runs(asking(hour));
        RunOutcome<Node> asked = runs.run("one", Notes.of(), null);
        for (int again = 0; again < 2; again++) {
            fixture.time.pass(Duration.ofMinutes(20));
            refused(runs, asked);
            assertThat(fixture.stored("one").dueAt()).isEqualTo(END);
        }

        console.answer(Outcomes.ticket(asked).id(), "{\"name\":\"Ann\"}");
        assertThat(Outcomes.completed(runs.resume("one"))).hasToString("[Ann]");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("hours")
    void Q2_there_is_a_minute_at_least_to_answer_again(String kind, Transition<Node, Notes> hour) {
        RunClient<Notes, Node> runs = fixture.runs(asking(hour));
        RunOutcome<Node> asked = runs.run("one", Notes.of(), null);
        fixture.time.pass(Duration.ofMinutes(59).plusSeconds(30));
        refused(runs, asked);

        assertThat(fixture.stored("one").dueAt()).isEqualTo(fixture.time.wall().plusSeconds(60));
    }

    @Test
    void Q2_a_time_that_is_past_expires_at_once() {
        fixture.time.pass(Duration.ofHours(2));
        RunClient<Notes, Node> runs = fixture.runs(asking(Transition.ask(PAY, END)));
        Outcomes.asked(runs.run("one", Notes.of(), null));

        assertThat(Outcomes.completed(runs.resume("one"))).hasToString("[expired]");
    }

    @Test
    @Tag("H1")
    void H1_a_question_that_a_hook_changes_keeps_its_end() {
        RunClient<Notes, Node> runs = fixture.runs(
                asking(Transition.ask(PAY, END)),
                b -> b.hook(Hooks.after((call, transition) -> transition instanceof HookTransition.Ask
                        ? new HookTransition.Ask(new Question("Pay, please?"), null)
                        : transition)));

        assertThat(Outcomes.asked(runs.run("one", Notes.of(), null)).question())
                .isEqualTo(new Question("Pay, please?"));
        assertThat(fixture.stored("one").dueAt()).isEqualTo(END);
    }

    private static TestGraph<Notes> daily() {
        return asking(Transition.ask(PAY))
                .interrupt(
                        ASK,
                        Question.class,
                        s -> s.to(FIRST, THIRD)
                                .answeredBy(ValueType.of(Named.class))
                                .expires(86_400_000),
                        answer -> answer instanceof Expired ? THIRD : FIRST,
                        (notes, input, context) -> Transition.ask(PAY));
    }

    @Test
    void Q2_a_question_with_a_declared_time_keeps_its_end_too() {
        RunClient<Notes, Node> runs = fixture.runs(daily());
        RunOutcome<Node> asked = runs.run("one", Notes.of(), null);
        for (int again = 0; again < 2; again++) {
            fixture.time.pass(Duration.ofHours(1));
            refused(runs, asked);
            assertThat(fixture.stored("one").dueAt()).isEqualTo(Instant.EPOCH.plus(Duration.ofDays(1)));
        }
    }

    @Test
    @Tag("I4")
    void Q2_nobody_prolongs_it_by_answers_that_the_step_refuses() {
        RunClient<Notes, Node> runs = fixture.runs(
                daily().step(FIRST, s -> s.takes(ValueType.of(Named.class)).toEnd(), (notes, named, context) -> {
                    throw new InvalidAnswerException("Nobody is known.");
                }));
        Ticket asked = Outcomes.ticket(runs.run("one", Notes.of(), null));
        for (int again = 0; again < 2; again++) {
            fixture.time.pass(Duration.ofHours(1));
            assertThrown(InvalidAnswerException.class, () -> runs.answer(asked, new Named("Ann")), "Nobody is known.");
            assertThat(fixture.stored("one").dueAt()).isEqualTo(Instant.EPOCH.plus(Duration.ofDays(1)));
        }
        fixture.time.pass(Duration.ofHours(22));

        assertThat(Outcomes.completed(runs.resume("one"))).hasToString("[expired]");
    }
}
