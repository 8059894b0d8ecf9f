package io.stepgraph.testkit.store;

import static io.stepgraph.testkit.store.EngineFixture.completed;
import static io.stepgraph.testkit.store.EngineFixture.decide;
import static io.stepgraph.testkit.store.EngineFixture.failed;
import static io.stepgraph.testkit.store.Errors.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.InvalidAnswerException;
import io.stepgraph.runtime.StaleAnswerException;
import io.stepgraph.runtime.event.OutcomeStream;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.event.RunStream;
import io.stepgraph.testkit.store.ContractAgent.Approved;
import io.stepgraph.testkit.store.ContractAgent.Notes;
import io.stepgraph.testkit.store.ContractAgent.Question;
import io.stepgraph.testkit.store.ContractAgent.Rejected;
import io.stepgraph.testkit.store.ContractAgent.Turn;
import io.stepgraph.testkit.store.ContractAgentGraph.Outcome;
import io.stepgraph.testkit.store.ContractAgentGraph.Runs;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Questions and their answers. */
@Tag("I1")
@Tag("I2")
@Tag("I3")
@Tag("I4")
@Tag("I5")
@Tag("I6")
@Tag("L4")
@Tag("R8")
interface EngineQuestionContract extends EngineFixture {

    @Test
    default void I1_a_question_is_asked_once() {
        Runs runs = runs(ContractAgent.of());
        Outcome.Decide asked = decide(runs.run("one", Notes.of(Turn.DECIDE)));

        assertThat(asked.question()).isEqualTo(new Question("Pay after [asked]?"));
        assertThat(runs.run("one", Notes.of(Turn.DECIDE))).isEqualTo(asked);
        assertThat(runs.resume("one")).isEqualTo(asked);
        assertThat(runs.outcome("one")).contains(asked);
    }

    @Test
    default void I2_an_answer_leads_to_the_step_that_takes_it() {
        Runs runs = runs(ContractAgent.of());
        Outcome.Decide first = decide(runs.run("one", Notes.of(Turn.DECIDE)));
        Outcome.Decide second = decide(runs.run("two", Notes.of(Turn.DECIDE)));

        assertThat(completed(runs.answerDecide(first, new Approved("ann")))).containsExactly("asked", "paid for ann");
        assertThat(completed(runs.answerDecide(second.ticket(), new Rejected("no"))))
                .containsExactly("asked", "shelved: no");
    }

    @Test
    default void I3_the_same_answer_again_gives_the_outcome_and_another_one_is_stale() {
        Runs runs = runs(ContractAgent.of());
        Outcome.Decide asked = decide(runs.run("one", Notes.of(Turn.DECIDE)));
        runs.answerDecide(asked, new Approved("ann"));

        assertThat(completed(runs.answerDecide(asked, new Approved("ann")))).containsExactly("asked", "paid for ann");
        assertThatThrownBy(() -> runs.answerDecide(asked, new Rejected("no"))).isInstanceOf(StaleAnswerException.class);
        assertThat(runs.outcome("one")).map(EngineFixture::completed).contains(List.of("asked", "paid for ann"));
    }

    @Test
    default void I3_an_answer_that_is_submitted_is_stored_and_executed_by_who_resumes_the_run() {
        Runs runs = runs(ContractAgent.of());
        Outcome.Decide asked = decide(runs.run("one", Notes.of(Turn.DECIDE)));

        runs.as(Actor.named("carol")).submitDecide(asked, new Approved("ann"));

        assertThat(completed(runs.resume("one"))).containsExactly("asked", "paid for ann");
        assertThat(answers(runs)).extracting(RunEvent.Answered::by).containsExactly("carol");
        assertThatThrownBy(() -> runs.submitDecide(asked, new Rejected("no"))).isInstanceOf(StaleAnswerException.class);
    }

    @Test
    default void I3_an_answer_is_executed_with_a_stream_that_ends_with_its_outcome() {
        Runs runs = runs(ContractAgent.of());
        Outcome.Decide asked = decide(runs.run("one", Notes.of(Turn.DECIDE)));

        try (OutcomeStream<Outcome> stream = runs.streamDecide(asked, new Approved("ann"))) {
            List<RunEvent> events = new ArrayList<>();
            stream.forEach(event -> events.add(event.event()));

            assertThat(events)
                    .hasAtLeastOneElementOfType(RunEvent.Answered.class)
                    .hasAtLeastOneElementOfType(RunEvent.Completed.class)
                    .doesNotHaveAnyElementsOfTypes(RunEvent.QuestionAsked.class);
            assertThat(completed(stream.outcome())).containsExactly("asked", "paid for ann");
        }
    }

    @Test
    default void I3_one_of_many_answers_at_once_wins() throws Exception {
        Runs runs = runs(ContractAgent.of());
        Outcome.Decide asked = decide(runs.run("one", Notes.of(Turn.DECIDE)));

        List<Boolean> won = Race.of(8, client -> {
                    try {
                        runs.answerDecide(asked, new Approved("client " + client));
                        return true;
                    } catch (StaleAnswerException late) {
                        return false;
                    }
                })
                .stream()
                .map(Objects::requireNonNull)
                .toList();

        assertThat(won).containsOnlyOnce(true);
    }

    @Test
    default void I3_no_secret_follows_from_what_is_known_of_a_run() {
        Runs here = runs(EngineSettings.DEFAULT.inNamespace("here"), ContractAgent.of());
        Runs there = runs(EngineSettings.DEFAULT.inNamespace("there"), ContractAgent.of());

        List<String> secrets = List.of(
                decide(here.run("one", Notes.of(Turn.DECIDE))).ticket().nonce(),
                decide(here.run("two", Notes.of(Turn.DECIDE))).ticket().nonce(),
                decide(there.run("one", Notes.of(Turn.DECIDE))).ticket().nonce());

        assertThat(secrets)
                .doesNotHaveDuplicates()
                .allSatisfy(secret -> assertThat(secret).hasSizeGreaterThanOrEqualTo(22));
    }

    @Test
    default void I3_a_ticket_of_a_deleted_run_answers_no_later_run_with_its_id() {
        Runs runs = runs(ContractAgent.of());
        Outcome.Decide old = decide(runs.run("one", Notes.of(Turn.DECIDE)));
        runs.as(Actor.named("ann")).cancel("one");
        assertThat(runs.delete("one")).isTrue();
        Outcome.Decide present = decide(runs.run("one", Notes.of(Turn.DECIDE)));

        assertThatThrownBy(() -> runs.answerDecide(old, new Approved("ann"))).isInstanceOf(StaleAnswerException.class);
        assertThat(runs.outcome("one")).contains(present);
    }

    @Test
    default void I4_an_answer_in_JSON_is_checked_and_one_that_does_not_fit_names_the_field() {
        Runs runs = runs(ContractAgent.of());
        Outcome.Decide asked = decide(runs.run("one", Notes.of(Turn.DECIDE)));

        assertThatThrownBy(() -> runs.answer(asked.ticket().id(), "{\"@type\":\"Approved\",\"by\":1}"))
                .isInstanceOf(InvalidAnswerException.class)
                .hasMessageContaining("by");
        assertThat(runs.outcome("one")).contains(asked);
        assertThat(completed(runs.answer(asked.ticket().id(), "{\"@type\":\"Approved\",\"by\":\"ann\"}")))
                .containsExactly("asked", "paid for ann");
    }

    @Test
    default void I5_a_question_whose_time_is_over_takes_no_answer_and_the_run_goes_on() throws Exception {
        Runs runs = runs(ContractAgent.of());
        Outcome asked = runs.run("one", Notes.of(Turn.HURRY));
        assertThat(asked).isInstanceOf(Outcome.Hurry.class);
        pass(Duration.ofMillis(800));

        assertThrown(StaleAnswerException.class, () -> runs.answerHurry((Outcome.Hurry) asked, "late"));
        assertThat(completed(runs.resume("one"))).containsExactly("heard nothing");
    }

    @Test
    default void I5_an_answer_in_time_is_taken() {
        Runs runs = runs(ContractAgent.of());
        Outcome asked = runs.run("one", Notes.of(Turn.HURRY));

        assertThat(completed(runs.answerHurry((Outcome.Hurry) asked, "you"))).containsExactly("heard you");
    }

    @Test
    default void I5_only_an_answer_resets_the_count_of_MaxVisits_and_an_expiry_does_not() throws Exception {
        Runs runs = runs(ContractAgent.of());

        assertThat(completed(unanswered(runs))).containsExactly("reminded", "reminded", "heard nothing");
    }

    @Test
    default void R8_an_expiry_does_not_reset_the_budget_of_steps() throws Exception {
        Runs runs = runs(EngineSettings.DEFAULT.limits(6, 3, 100_000), ContractAgent.of());

        assertThat(failed(unanswered(runs)).failure().code()).isEqualTo(ErrorCode.MAX_STEPS_EXCEEDED);
    }

    /** The outcome of a run whose questions all expire. */
    private Outcome unanswered(Runs runs) throws InterruptedException {
        Outcome outcome = runs.run("one", Notes.of(Turn.NAG));
        while (outcome instanceof Outcome.Nag) {
            pass(Duration.ofMillis(100));
            outcome = runs.resume("one");
        }
        return outcome;
    }

    private static List<RunEvent.Answered> answers(Runs runs) {
        List<RunEvent.Answered> answers = new ArrayList<>();
        try (RunStream stream = runs.events("one")) {
            stream.forEach(event -> {
                if (event.event() instanceof RunEvent.Answered answer) {
                    answers.add(answer);
                }
            });
        }
        return answers;
    }

    @Test
    default void I6_the_log_keeps_the_question_the_answer_and_its_author() {
        Runs runs = runs(ContractAgent.of());
        Outcome.Decide asked = decide(runs.run("one", Notes.of(Turn.DECIDE)));
        runs.as(Actor.named("carol")).answerDecide(asked, new Approved("ann"));

        try (RunStream stream = runs.events("one")) {
            assertThat(StreamSupport.stream(stream.spliterator(), false)
                            .map(event -> event.event())
                            .filter(event ->
                                    event instanceof RunEvent.QuestionAsked || event instanceof RunEvent.Answered))
                    .usingRecursiveFieldByFieldElementComparatorIgnoringFields("duration")
                    .containsExactly(
                            new RunEvent.QuestionAsked("one", asked.ticket(), asked.question(), Duration.ZERO),
                            new RunEvent.Answered("one", asked.ticket(), new Approved("ann"), "carol", List.of()));
        }
    }
}
