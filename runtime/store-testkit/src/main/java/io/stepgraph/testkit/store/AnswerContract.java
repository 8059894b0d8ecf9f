package io.stepgraph.testkit.store;

import static io.stepgraph.testkit.store.StoreFixture.anAnswer;
import static io.stepgraph.testkit.store.StoreFixture.answerTo;
import static io.stepgraph.testkit.store.StoreFixture.commit;
import static io.stepgraph.testkit.store.StoreFixture.question;
import static io.stepgraph.testkit.store.StoreFixture.rests;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepgraph.runtime.RunNotFoundException;
import io.stepgraph.runtime.StaleAnswerException;
import io.stepgraph.runtime.Ticket;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.runtime.graph.StepEntry;
import io.stepgraph.store.Answer;
import io.stepgraph.store.RunCommand;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.Status;
import io.stepgraph.store.StopReason;
import io.stepgraph.store.StoredQuestion;
import io.stepgraph.store.StoredRun;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Answers and the tickets they close. */
@Tag("R11")
@Tag("I3")
@Tag("I6")
@Tag("L4")
interface AnswerContract extends StoreFixture {

    @Test
    default void I3_an_answer_makes_the_run_the_answerers_at_the_step_that_takes_it() {
        StoredRun waiting = rested(question());

        StoredRun going = answered(waiting, "\"yes\"");

        assertThat(going.status()).isEqualTo(Status.RUNNING);
        assertThat(going.owner()).isEqualTo(BOB);
        assertThat(going.fencingToken()).isEqualTo(2);
        assertThat(going.revision()).isEqualTo(3);
        assertThat(going.stopReason()).isNull();
        assertThat(going.checkpoint())
                .isEqualTo(new StepEntry("revise", Json.of("\"yes\""), 3, 1, 0, 3, Json.of("{\"gate\":1}")));
        assertThat(found(waiting)).isEqualTo(going);
    }

    @Test
    default void I3_the_same_answer_again_changes_nothing() {
        StoredRun waiting = rested(question());
        StoredRun going = answered(waiting, "\"yes\"");

        assertThat(answer(answerTo(waiting, "\"yes\""), ANN)).isNull();
        assertThat(found(waiting)).isEqualTo(going);
    }

    @Test
    default void I3_the_same_answer_again_changes_nothing_after_the_run_has_gone_on() {
        StoredRun waiting = rested(question());
        StoredRun going = answered(waiting, "\"yes\"");
        StoredRun next = committed(
                going,
                rests(going, new StopReason.QuestionAsked("nonce-2", Json.of("{\"text\":\"Sure?\"}"), Json.of("{}"))));

        assertThat(answer(answerTo(waiting, "\"yes\""), ANN)).isNull();
        assertThat(found(waiting)).isEqualTo(next);
    }

    @Test
    default void I3_another_answer_to_a_used_ticket_is_stale() {
        StoredRun waiting = rested(question());
        StoredRun going = answered(waiting, "\"yes\"");

        assertThatThrownBy(() -> answer(answerTo(waiting, "\"no\""), ANN))
                .isInstanceOf(StaleAnswerException.class)
                .hasMessageContainingAll("visit 2", "'essay-1'", "'approve'", "another answer");
        assertThat(found(waiting)).isEqualTo(going);
    }

    @Test
    default void I3_a_used_ticket_does_not_answer_a_later_question() {
        StoredRun waiting = rested(question());
        StoredRun going = answered(waiting, "\"yes\"");
        StoredRun next = committed(
                going,
                rests(going, new StopReason.QuestionAsked("nonce-2", Json.of("{\"text\":\"Sure?\"}"), Json.of("{}"))));

        assertThatThrownBy(() -> answer(answerTo(waiting, "\"no\""), ANN)).isInstanceOf(StaleAnswerException.class);
        assertThat(found(waiting)).isEqualTo(next);

        assertThat(answered(next, "\"no\"").checkpoint().visit())
                .isEqualTo(next.checkpoint().visit() + 1);
    }

    @Test
    default void I3_a_question_asked_again_in_its_visit_takes_the_place_of_the_one_that_nobody_answered() {
        StoredRun waiting = rested(question());
        store().end(waiting, new StopReason.Failed(Json.of("{\"code\":\"DEADLINE_EXCEEDED\"}")), List.of(EVENT));
        StoredRun late = acquired(found(waiting), BOB);
        StopReason.QuestionAsked other =
                new StopReason.QuestionAsked("nonce-2", Json.of("{\"text\":\"Still?\"}"), Json.of("{}"));

        StoredRun again =
                committed(late, commit(late.revision(), late.commandVersion(), "print-1", late.checkpoint(), other));

        assertThat(again.stopReason()).isEqualTo(other);
        assertThatThrownBy(() -> answer(answerTo(waiting, "\"yes\""), ANN)).isInstanceOf(StaleAnswerException.class);
        assertThat(found(waiting)).isEqualTo(again);
        assertThat(answered(again, "\"yes\"").status()).isEqualTo(Status.RUNNING);
    }

    @Test
    default void I3_a_ticket_with_another_nonce_visit_or_interrupt_is_none() {
        StoredRun waiting = rested(question());
        Answer good = answerTo(waiting, "\"yes\"");

        for (Answer forged :
                List.of(ticket(good, 1, "nonce-1"), ticket(good, 2, "nonce-2"), underInterrupt(good, "other"))) {
            assertThatThrownBy(() -> answer(forged, BOB))
                    .isInstanceOf(StaleAnswerException.class)
                    .hasMessageContaining("'essay-1'");
            assertThatThrownBy(() -> submit(forged)).isInstanceOf(StaleAnswerException.class);
        }
        assertThat(found(waiting)).isEqualTo(waiting);
    }

    @Test
    default void I3_a_ticket_of_an_earlier_run_of_the_same_id_is_stale() {
        StoredRun earlier = rested(question());
        command(KEY, new RunCommand.Cancel("dave"));
        store().delete(KEY);
        StoredRun waiting = rested(question());

        assertThatThrownBy(() -> answer(answerTo(earlier, "\"yes\""), BOB))
                .isInstanceOf(StaleAnswerException.class)
                .hasMessageContaining("earlier run");
        assertThat(found(waiting)).isEqualTo(waiting);
    }

    @Test
    default void I3_the_ticket_of_a_cancelled_run_is_stale() {
        StoredRun waiting = rested(question());
        StoredRun cancelled = command(KEY, new RunCommand.Cancel("dave"));

        assertThatThrownBy(() -> answer(answerTo(waiting, "\"yes\""), BOB))
                .isInstanceOf(StaleAnswerException.class)
                .hasMessageContainingAll("'approve'", "CANCELLED");
        assertThat(found(waiting)).isEqualTo(cancelled);
    }

    @Test
    default void I3_an_answer_to_a_run_that_does_not_wait_is_stale() {
        StoredRun run = started();
        Answer answer = anAnswer(KEY, run.runNumber(), 1, "nonce-1", Json.of("1"), null);

        assertThatThrownBy(() -> answer(answer, BOB)).isInstanceOf(StaleAnswerException.class);
        assertThat(found(run)).isEqualTo(run);
    }

    @Test
    default void I6_a_question_is_kept_with_its_answer_who_gave_it_and_when() {
        StoredRun waiting = rested(question());
        StoredQuestion open = store().questions(KEY).get(0);
        pass(Duration.ofMillis(20));
        StoredRun going = answered(waiting, "\"yes\"");
        committed(
                going,
                rests(going, new StopReason.QuestionAsked("nonce-2", Json.of("{\"text\":\"Sure?\"}"), Json.of("{}"))));

        List<StoredQuestion> asked = store().questions(KEY);

        assertThat(open)
                .isEqualTo(new StoredQuestion(
                        StepEntry.MAIN,
                        2,
                        "approve",
                        question().question(),
                        question().answerSchema(),
                        open.askedAt(),
                        null,
                        null,
                        null,
                        null));
        Instant answeredAt = Objects.requireNonNull(asked.get(0).answeredAt());
        assertThat(answeredAt).isAfter(open.askedAt());
        assertThat(asked.get(0))
                .isEqualTo(new StoredQuestion(
                        StepEntry.MAIN,
                        2,
                        "approve",
                        question().question(),
                        question().answerSchema(),
                        open.askedAt(),
                        Json.of("\"yes\""),
                        "carol",
                        answeredAt,
                        null));
        assertThat(asked).extracting(StoredQuestion::visit).containsExactly(2L, 4L);
        assertThat(asked.get(1).answer()).isNull();
    }

    @Test
    default void I6_who_gave_the_same_answer_again_does_not_take_the_firsts_place() {
        StoredRun waiting = rested(question());
        answered(waiting, "\"yes\"");
        Answer good = answerTo(waiting, "\"yes\"");

        answer(anAnswer(KEY, good.runNumber(), good.visit(), good.ticket().nonce(), good.answer(), "dave"), BOB);

        assertThat(store().questions(KEY))
                .extracting(StoredQuestion::answeredBy)
                .containsExactly("carol");
    }

    @Test
    default void I6_a_question_that_expired_was_answered_by_nobody() {
        StoredRun run = started();
        StoredRun waiting = committed(run, rests(run, question(), Duration.ofMillis(1)));
        pass(Duration.ofMillis(20));
        answer(StoreFixture.expiryOf(waiting), BOB);

        assertThat(store().questions(KEY))
                .extracting(StoredQuestion::answeredBy)
                .containsOnlyNulls();
        assertThat(store().questions(KEY))
                .extracting(StoredQuestion::answeredAt)
                .containsOnlyNulls();
    }

    @Test
    default void L4_questions_are_seen_in_their_scope_only() {
        rested(question());

        assertThat(store().questions(new RunKey("other", KEY.id()))).isEmpty();
        assertThat(store().questions(new RunKey(KEY.namespace(), "other"))).isEmpty();
    }

    @Test
    default void L4_an_answer_to_a_run_that_is_not_there_finds_none() {
        StoredRun waiting = rested(question());
        Answer good = answerTo(waiting, "\"yes\"");
        Answer elsewhere = anAnswer(
                new RunKey("other", KEY.id()),
                good.runNumber(),
                good.visit(),
                good.ticket().nonce(),
                good.answer(),
                good.by());

        assertThatThrownBy(() -> answer(elsewhere, BOB))
                .isInstanceOf(RunNotFoundException.class)
                .hasMessageContaining("essay-1");
        assertThat(found(waiting)).isEqualTo(waiting);
    }

    @Test
    default void R11_an_owner_that_asked_does_not_learn_of_its_commit_once_somebody_has_answered() {
        StoredRun run = started();
        StoredRun waiting = committed(run, rests(run, question()));
        StoredRun going = answered(waiting, "\"yes\"");

        assertThatThrownBy(() -> store().commit(run.lease(LEASE), rests(run, question())))
                .isInstanceOf(io.stepgraph.runtime.LeaseLostException.class);
        assertThat(found(run)).isEqualTo(going);
    }

    private static Answer underInterrupt(Answer good, String interrupt) {
        Ticket ticket = good.ticket();
        return new Answer(
                new Ticket(
                        ticket.namespace(),
                        ticket.runId(),
                        ticket.runNumber(),
                        ticket.visit(),
                        interrupt,
                        ticket.nonce()),
                good.answer(),
                good.by(),
                good.events());
    }

    private static Answer ticket(Answer good, long visit, String nonce) {
        return anAnswer(good.key(), good.runNumber(), visit, nonce, good.answer(), good.by());
    }
}
