package io.stepgraph.internal.run;

import static io.stepgraph.runtime.testing.Errors.assertThrown;
import static io.stepgraph.runtime.testing.Node.ASK;
import static io.stepgraph.runtime.testing.Node.FIRST;
import static io.stepgraph.runtime.testing.Node.SECOND;
import static io.stepgraph.runtime.testing.Node.THIRD;
import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.PermissionMode;
import io.stepgraph.engine.Fixture;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.InvalidAnswerException;
import io.stepgraph.runtime.Ticket;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.graph.Checkpoint;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.runtime.graph.StepBuilder;
import io.stepgraph.runtime.graph.Transition;
import io.stepgraph.runtime.graph.ValueType;
import io.stepgraph.runtime.testing.Graphs.Approved;
import io.stepgraph.runtime.testing.Graphs.Question;
import io.stepgraph.runtime.testing.Node;
import io.stepgraph.runtime.testing.Notes;
import io.stepgraph.runtime.testing.Outcomes;
import io.stepgraph.runtime.testing.TestGraph;
import io.stepgraph.store.Retention;
import java.util.function.Consumer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a run keeps for a step that refuses an answer, and what it forgets (I4). */
@Tag("I4")
@Tag("S3")
final class RefusedAnswerTest {
    private static final Approved BAD = new Approved("nobody");

    private static final Approved GOOD = new Approved("ann");

    @AutoClose
    private final Fixture fixture = new Fixture();

    /** Asks, then asks again with the first answer, and takes the second one: a step that refuses "nobody". */
    private static TestGraph<Notes> twice(Consumer<StepBuilder<Node>> last) {
        ValueType approved = ValueType.of(Approved.class);
        return TestGraph.of(Notes.class)
                .goes(FIRST, ASK)
                .asks(ASK, Approved.class, SECOND)
                .interrupt(
                        SECOND,
                        Question.class,
                        s -> s.takes(approved).to(THIRD).answeredBy(approved),
                        any -> THIRD,
                        (notes, input, context) ->
                                Transition.ask(new Question("After " + ((Approved) input).by() + "?")))
                .step(THIRD, s -> last.accept(s.takes(approved).toEnd()), (notes, input, context) -> {
                    if (input.equals(BAD)) {
                        throw new InvalidAnswerException("Nobody may not.");
                    }
                    return Transition.end();
                });
    }

    private RunClient<Notes, Node> runs(TestGraph<Notes> graph) {
        return fixture.runs(graph, builder -> builder.retention(Retention.KEEP_HISTORY));
    }

    private static Ticket second(RunClient<Notes, Node> runs) {
        Ticket first = Outcomes.ticket(runs.run("one", Notes.of(), null));
        return Outcomes.ticket(runs.answer(first, GOOD));
    }

    private static void refused(RunClient<Notes, Node> runs, Ticket ticket) {
        assertThrown(InvalidAnswerException.class, () -> runs.answer(ticket, BAD), "Nobody may not.");
    }

    private String ruleState() {
        Json known = fixture.stored("one").checkpoint().ruleState();
        return known == null ? "" : known.text();
    }

    @Test
    void I4_a_visit_that_takes_an_answer_keeps_its_question_and_no_earlier_one() {
        RunClient<Notes, Node> runs = runs(twice(s -> s.requires(PermissionMode.BYPASS_PERMISSIONS)));
        Ticket asked = second(runs);
        assertThat(ruleState()).contains("\"step\":\"ask\"");

        Outcomes.parked(runs.answer(asked, GOOD));

        assertThat(ruleState()).contains("\"step\":\"second\"", "After ann?").doesNotContain("\"step\":\"ask\"");
    }

    @Test
    void I4_a_run_that_has_completed_keeps_no_question() {
        RunClient<Notes, Node> runs = runs(twice(s -> {}));

        Outcomes.completed(runs.answer(second(runs), GOOD));

        assertThat(ruleState()).isEmpty();
    }

    @Test
    void I4_a_run_that_is_opened_again_may_refuse_the_answer_too() {
        TestGraph<Notes> broken = twice(s -> {})
                .step(THIRD, s -> s.takes(ValueType.of(Approved.class)).toEnd(), (notes, input, context) -> {
                    throw new IllegalStateException("broken");
                });
        Ticket asked = second(runs(broken));
        Outcomes.failed(runs(broken).answer(asked, BAD), ErrorCode.STEP_FAILED);
        RunClient<Notes, Node> fixed = runs(twice(s -> {}));

        RunOutcome.QuestionAsked<Node> again = Outcomes.asked(fixed.retry("one"));

        assertThat(again.ticket()).isEqualTo(asked);
        Outcomes.completed(fixed.answer(asked, GOOD));
    }

    @Test
    void I4_an_answer_to_another_run_that_is_refused_is_a_failure() {
        RunClient<Notes, Node> others = runs(twice(s -> {}));
        Ticket other = second(others);
        RunClient<Notes, Node> runs = runs(twice(s -> {})
                .step(THIRD, s -> s.takes(ValueType.of(Approved.class)).toEnd(), (notes, input, context) -> {
                    others.answer(other, input);
                    return Transition.end();
                }));
        Ticket asked = Outcomes.ticket(runs.run("two", Notes.of(), null));
        Ticket last = Outcomes.ticket(runs.answer(asked, GOOD));

        assertThat(Outcomes.failure(runs.answer(last, BAD), ErrorCode.STEP_FAILED))
                .isEqualTo("Nobody may not.");
        Outcomes.completed(others.answer(other, GOOD));
    }

    @Test
    void I4_JSON_that_does_not_fit_another_run_is_a_failure() {
        RunClient<Notes, Node> others = runs(twice(s -> {}));
        Ticket other = second(others);
        RunClient<Notes, Node> runs = runs(twice(s -> {})
                .step(THIRD, s -> s.takes(ValueType.of(Approved.class)).toEnd(), (notes, input, context) -> {
                    others.answer(other.id(), "[]");
                    return Transition.end();
                }));
        Ticket asked = Outcomes.ticket(runs.run("two", Notes.of(), null));
        Ticket last = Outcomes.ticket(runs.answer(asked, GOOD));

        assertThat(Outcomes.failure(runs.answer(last, GOOD), ErrorCode.STEP_FAILED))
                .contains("the run still waits");
    }

    @Test
    void S3_a_cancelled_run_keeps_no_question() {
        RunClient<Notes, Node> runs = runs(twice(s -> s.requires(PermissionMode.BYPASS_PERMISSIONS)));
        Outcomes.parked(runs.answer(second(runs), GOOD));

        runs.cancel("one");

        assertThat(ruleState()).isEmpty();
    }

    @Test
    void S3_the_history_forgets_the_visit_of_a_refused_answer() {
        RunClient<Notes, Node> runs = runs(twice(s -> {}));
        Ticket asked = second(runs);

        refused(runs, asked);

        assertThat(runs.history("one").map(Checkpoint::step)).containsExactly(FIRST, ASK, SECOND);
        Outcomes.completed(runs.answer(asked, GOOD));
        assertThat(runs.history("one").map(Checkpoint::step)).containsExactly(FIRST, ASK, SECOND, THIRD);
    }

    @Test
    void S3_a_fork_does_not_return_to_the_question_of_its_source() {
        RunClient<Notes, Node> runs = runs(twice(s -> s.requires(PermissionMode.BYPASS_PERMISSIONS)));
        Outcomes.parked(runs.answer(second(runs), BAD));

        RunClient<Notes, Node> forks = runs(twice(s -> {}));
        forks.fork("one", 4, "two");

        assertThat(Outcomes.failure(forks.resume("two"), ErrorCode.STEP_FAILED)).isEqualTo("Nobody may not.");
    }
}
