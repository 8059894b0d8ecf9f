package io.stepgraph.runtime.store;

import static io.stepgraph.runtime.store.StoreFixture.answerTo;
import static io.stepgraph.runtime.store.StoreFixture.newRun;
import static io.stepgraph.runtime.store.StoreFixture.question;
import static io.stepgraph.runtime.store.StoreFixture.rests;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepgraph.runtime.RunNotFound;
import io.stepgraph.runtime.StaleAnswer;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Answers and the tickets they close. */
interface AnswerPromises extends StoreFixture {

    @Test
    default void I3_an_answer_makes_the_run_the_answerers_at_the_step_that_takes_it() {
        RunRecord waiting = rested(question());

        RunRecord going = store().answer(answerTo(waiting, "\"yes\""), BOB);

        assertThat(going.status()).isEqualTo(Status.RUNNING);
        assertThat(going.owner()).isEqualTo(BOB);
        assertThat(going.token()).isEqualTo(2);
        assertThat(going.revision()).isEqualTo(3);
        assertThat(going.rest()).isNull();
        assertThat(going.checkpoint())
                .isEqualTo(new Checkpoint("revise", Json.of("\"yes\""), STATE, 3, 1, 0, 3, Json.of("{\"gate\":1}")));
        assertThat(found(waiting)).isEqualTo(going);
    }

    @Test
    default void I3_the_same_answer_again_changes_nothing() {
        RunRecord waiting = rested(question());
        RunRecord going = answered(waiting, "\"yes\"");

        assertThat(store().answer(answerTo(waiting, "\"yes\""), ANN)).isNull();
        assertThat(found(waiting)).isEqualTo(going);
    }

    @Test
    default void I3_the_same_answer_again_changes_nothing_after_the_run_has_gone_on() {
        RunRecord waiting = rested(question());
        RunRecord going = answered(waiting, "\"yes\"");
        RunRecord next = committed(
                going, rests(going, new Rest.Asked("nonce-2", Json.of("{\"text\":\"Sure?\"}"), Json.of("{}"))));

        assertThat(store().answer(answerTo(waiting, "\"yes\""), ANN)).isNull();
        assertThat(found(waiting)).isEqualTo(next);
    }

    @Test
    default void I3_another_answer_to_a_used_ticket_is_stale() {
        RunRecord waiting = rested(question());
        RunRecord going = answered(waiting, "\"yes\"");

        assertThatThrownBy(() -> store().answer(answerTo(waiting, "\"no\""), ANN))
                .isInstanceOf(StaleAnswer.class)
                .hasMessageContainingAll("visit 2", "'essay-1'", "'approve'", "another answer");
        assertThat(found(waiting)).isEqualTo(going);
    }

    @Test
    default void I3_a_used_ticket_does_not_answer_a_later_question() {
        RunRecord waiting = rested(question());
        RunRecord going = answered(waiting, "\"yes\"");
        RunRecord next = committed(
                going, rests(going, new Rest.Asked("nonce-2", Json.of("{\"text\":\"Sure?\"}"), Json.of("{}"))));

        assertThatThrownBy(() -> store().answer(answerTo(waiting, "\"no\""), ANN))
                .isInstanceOf(StaleAnswer.class);
        assertThat(found(waiting)).isEqualTo(next);

        assertThat(answered(next, "\"no\"").checkpoint().visit())
                .isEqualTo(next.checkpoint().visit() + 1);
    }

    @Test
    default void I3_a_question_asked_again_in_its_visit_takes_the_place_of_the_one_that_nobody_answered() {
        NewRun any = newRun(KEY);
        NewRun limited = new NewRun(
                KEY, any.graph(), any.fingerprint(), any.mode(), any.start(), any.checkpoint(), Duration.ofMinutes(1));
        RunRecord run = store().start(limited, ANN);
        RunRecord waiting = committed(run, rests(run, question()));
        RunRecord late = acquired(waiting, BOB);
        Rest.Asked other = new Rest.Asked("nonce-2", Json.of("{\"text\":\"Still?\"}"), Json.of("{}"));

        RunRecord again =
                committed(late, new Commit(late.revision(), late.control(), "print-1", late.checkpoint(), other));

        assertThat(again.rest()).isEqualTo(other);
        assertThatThrownBy(() -> store().answer(answerTo(waiting, "\"yes\""), ANN))
                .isInstanceOf(StaleAnswer.class);
        assertThat(found(run)).isEqualTo(again);
        assertThat(answered(again, "\"yes\"").status()).isEqualTo(Status.RUNNING);
    }

    @Test
    default void I3_a_ticket_with_another_nonce_or_visit_is_none() {
        RunRecord waiting = rested(question());
        Answer good = answerTo(waiting, "\"yes\"");

        for (Answer forged : new Answer[] {ticket(good, 1, "nonce-1"), ticket(good, 2, "nonce-2")}) {
            assertThatThrownBy(() -> store().answer(forged, BOB))
                    .isInstanceOf(StaleAnswer.class)
                    .hasMessageContaining("'essay-1'");
        }
        assertThat(found(waiting)).isEqualTo(waiting);
    }

    @Test
    default void I3_a_ticket_of_an_earlier_run_of_the_same_id_is_stale() {
        RunRecord earlier = rested(question());
        store().control(KEY, new Control.Cancel("dave"));
        store().delete(KEY);
        RunRecord waiting = rested(question());

        assertThatThrownBy(() -> store().answer(answerTo(earlier, "\"yes\""), BOB))
                .isInstanceOf(StaleAnswer.class)
                .hasMessageContaining("earlier run");
        assertThat(found(waiting)).isEqualTo(waiting);
    }

    @Test
    default void I3_the_ticket_of_a_cancelled_run_is_stale() {
        RunRecord waiting = rested(question());
        RunRecord cancelled = store().control(KEY, new Control.Cancel("dave"));

        assertThatThrownBy(() -> store().answer(answerTo(waiting, "\"yes\""), BOB))
                .isInstanceOf(StaleAnswer.class)
                .hasMessageContainingAll("'approve'", "CANCELLED");
        assertThat(found(waiting)).isEqualTo(cancelled);
    }

    @Test
    default void I3_an_answer_to_a_run_that_does_not_wait_is_stale() {
        RunRecord run = started();
        Answer answer =
                new Answer(KEY, run.incarnation(), 1, "nonce-1", Json.of("1"), null, StoreFixture.at("revise", 2));

        assertThatThrownBy(() -> store().answer(answer, BOB)).isInstanceOf(StaleAnswer.class);
        assertThat(found(run)).isEqualTo(run);
    }

    @Test
    default void L4_an_answer_to_a_run_that_is_not_there_finds_none() {
        RunRecord waiting = rested(question());
        Answer good = answerTo(waiting, "\"yes\"");
        Answer elsewhere = new Answer(
                new RunKey("other", KEY.id()),
                good.incarnation(),
                good.visit(),
                good.nonce(),
                good.answer(),
                good.by(),
                good.checkpoint());

        assertThatThrownBy(() -> store().answer(elsewhere, BOB))
                .isInstanceOf(RunNotFound.class)
                .hasMessageContaining("essay-1");
        assertThat(found(waiting)).isEqualTo(waiting);
    }

    @Test
    default void R11_an_owner_that_asked_does_not_learn_of_its_commit_once_somebody_has_answered() {
        RunRecord run = started();
        RunRecord waiting = committed(run, rests(run, question()));
        RunRecord going = answered(waiting, "\"yes\"");

        assertThatThrownBy(() -> store().commit(run.lease(), rests(run, question())))
                .isInstanceOf(io.stepgraph.runtime.LeaseLost.class);
        assertThat(found(run)).isEqualTo(going);
    }

    private static Answer ticket(Answer good, long visit, String nonce) {
        return new Answer(good.key(), good.incarnation(), visit, nonce, good.answer(), good.by(), good.checkpoint());
    }
}
