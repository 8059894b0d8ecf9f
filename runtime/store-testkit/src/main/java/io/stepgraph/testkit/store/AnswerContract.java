package io.stepgraph.testkit.store;

import static io.stepgraph.testkit.store.Errors.assertThrown;
import static io.stepgraph.testkit.store.StoreFixture.anAnswer;
import static io.stepgraph.testkit.store.StoreFixture.answerTo;
import static io.stepgraph.testkit.store.StoreFixture.commit;
import static io.stepgraph.testkit.store.StoreFixture.key;
import static io.stepgraph.testkit.store.StoreFixture.present;
import static io.stepgraph.testkit.store.StoreFixture.question;
import static io.stepgraph.testkit.store.StoreFixture.refuses;
import static io.stepgraph.testkit.store.StoreFixture.rests;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.RunNotFoundException;
import io.stepgraph.runtime.StaleAnswerException;
import io.stepgraph.runtime.Ticket;
import io.stepgraph.runtime.graph.Due;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.runtime.graph.StepEntry;
import io.stepgraph.store.Answer;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Answers and the tickets they close. */
@Tag("R11")
@Tag("I3")
@Tag("I6")
@Tag("L4")
interface AnswerContract extends StoreFixture {
    StopReason.QuestionAsked SURE =
            new StopReason.QuestionAsked("nonce-2", Json.of("{\"text\":\"Sure?\"}"), Json.of("{}"));

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
    default void I3_a_used_ticket_takes_the_same_answer_without_a_change_and_no_other_also_once_the_run_has_gone_on() {
        StoredRun waiting = rested(question());
        StoredRun going = answered(waiting, "\"yes\"");
        assertUsed(waiting, going);

        StoredRun next = committed(going, rests(going, SURE));
        assertUsed(waiting, next);
        assertThat(answered(next, "\"no\"").checkpoint().visit())
                .isEqualTo(next.checkpoint().visit() + 1);
    }

    private void assertUsed(StoredRun asked, StoredRun now) {
        assertThat(answer(answerTo(asked, "\"yes\""), ANN)).isNull();
        assertThatThrownBy(() -> answer(answerTo(asked, "\"no\""), ANN))
                .isInstanceOf(StaleAnswerException.class)
                .hasMessageContainingAll("visit 2", "'essay-1'", "'approve'", "another answer");
        assertThat(found(asked)).isEqualTo(now);
    }

    @Test
    default void I3_a_question_asked_again_in_its_visit_takes_the_place_of_the_one_that_nobody_answered() {
        StoredRun waiting = rested(question());
        Instant asked = store().log().questions(KEY).get(0).askedAt();
        pass(Duration.ofMillis(20));
        store().runs().end(waiting, new StopReason.Failed(Json.of("{\"code\":\"DEADLINE_EXCEEDED\"}")), List.of(EVENT));
        StoredRun late = acquired(found(waiting), BOB);
        StopReason.QuestionAsked other =
                new StopReason.QuestionAsked("nonce-2", Json.of("{\"text\":\"Still?\"}"), Json.of("{}"));

        StoredRun again =
                committed(late, commit(late.revision(), late.commandVersion(), "print-1", late.checkpoint(), other));

        assertThat(again.stopReason()).isEqualTo(other);
        assertThat(store().log().questions(KEY).get(0).askedAt()).isAfter(asked);
        assertThatThrownBy(() -> answer(answerTo(waiting, "\"yes\""), ANN)).isInstanceOf(StaleAnswerException.class);
        assertThat(found(waiting)).isEqualTo(again);
        assertThat(answered(again, "\"yes\"").status()).isEqualTo(Status.RUNNING);
    }

    @Test
    @Tag("I4")
    default void I4_a_question_whose_answer_a_step_refuses_is_open_again_as_it_was() {
        StoredRun waiting = rested(question());
        List<StoredQuestion> asked = store().log().questions(KEY);
        pass(Duration.ofMillis(20));
        StoredRun going = answered(waiting, "\"yes\"");
        Instant end = Instant.parse("2040-01-01T00:00:00Z");

        assertStored(going, refuses(going, waiting, Due.at(end)));

        StoredRun again = found(waiting);
        assertThat(again.status()).isEqualTo(Status.WAITING);
        assertThat(again.owner()).isNull();
        assertThat(again.stopReason()).isEqualTo(question());
        assertThat(again.checkpoint()).isEqualTo(waiting.checkpoint());
        assertThat(again.revision()).isEqualTo(going.revision() + 1);
        assertThat(again.dueAt()).isEqualTo(end);
        assertThat(store().log().questions(KEY)).isEqualTo(asked);
        assertStored(going, refuses(going, waiting, Due.at(end)));
    }

    @Test
    @Tag("I4")
    default void I4_after_a_step_has_refused_an_answer_the_ticket_takes_any_answer() {
        StoredRun waiting = rested(question());
        StoredRun going = answered(waiting, "\"yes\"");
        going = answered(committed(going, refuses(going, waiting, null)), "\"yes\"");
        StoredRun again = committed(going, refuses(going, waiting, null));

        StoredRun submitted = present(submit(answerTo(waiting, "\"no\"")));

        assertThat(submitted.status()).isEqualTo(Status.QUEUED);
        assertThat(submitted.checkpoint()).isEqualTo(again.checkpoint());
        assertThat(store().log().questions(KEY).get(0).answer()).isEqualTo(Json.of("\"no\""));
        assertThatThrownBy(() -> answer(answerTo(waiting, "\"yes\""), ANN)).isInstanceOf(StaleAnswerException.class);
    }

    @Test
    @Tag("I5")
    default void I5_a_question_whose_answer_a_step_refuses_expires() {
        StoredRun waiting = rested(question());
        StoredRun going = answered(waiting, "\"yes\"");
        committed(going, refuses(going, waiting, Due.in(Duration.ofMillis(1))));
        pass(Duration.ofMillis(20));

        assertThrown(StaleAnswerException.class, () -> submit(answerTo(waiting, "\"no\"")), "expired");
        assertThat(present(answer(StoreFixture.expiryOf(waiting), BOB)).status())
                .isEqualTo(Status.RUNNING);
    }

    @Test
    default void I3_a_ticket_with_another_nonce_visit_or_interrupt_is_none() {
        StoredRun waiting = rested(question());
        long number = waiting.runNumber();
        for (Ticket forged : List.of(
                new Ticket("default", "essay-1", number, 1, "approve", "nonce-1"),
                new Ticket("default", "essay-1", number, 2, "approve", "nonce-2"),
                new Ticket("default", "essay-1", number, 2, "other", "nonce-1"))) {
            Answer answer = new Answer(forged, Json.of("\"yes\""), Actor.named("carol"), List.of(EVENT));

            assertThrown(StaleAnswerException.class, () -> answer(answer, BOB), "'essay-1'");
            assertThatThrownBy(() -> submit(answer)).isInstanceOf(StaleAnswerException.class);
        }
        assertThat(found(waiting)).isEqualTo(waiting);
    }

    @Test
    default void I3_a_ticket_is_stale_once_its_run_was_cancelled_or_deleted_and_before_it_waits() {
        StoredRun earlier = rested(question());
        StoredRun cancelled = command(KEY, CANCEL);
        assertThrown(
                StaleAnswerException.class, () -> answer(answerTo(earlier, "\"yes\""), BOB), "'approve'", "CANCELLED");
        assertThat(found(earlier)).isEqualTo(cancelled);

        store().removals().delete(KEY);
        StoredRun run = started();
        Answer early = anAnswer(KEY, run.runNumber(), 2, "nonce-1", Json.of("1"), null);
        assertThatThrownBy(() -> answer(early, BOB)).isInstanceOf(StaleAnswerException.class);

        StoredRun waiting = committed(run, rests(run, question()));
        assertThrown(StaleAnswerException.class, () -> answer(answerTo(earlier, "\"yes\""), BOB), "earlier run");
        assertThat(found(waiting)).isEqualTo(waiting);
    }

    @Test
    default void I6_a_question_is_kept_with_its_answer_who_gave_it_and_when() {
        StoredRun waiting = rested(question());
        StoredQuestion open = store().log().questions(KEY).get(0);
        pass(Duration.ofMillis(20));
        StoredRun going = answered(waiting, "\"yes\"");
        committed(going, rests(going, SURE));

        answer(anAnswer(KEY, waiting.runNumber(), 2, "nonce-1", Json.of("\"yes\""), "dave"), BOB);

        List<StoredQuestion> asked = store().log().questions(KEY);

        Json text = question().question();
        Json schema = question().answerSchema();
        Instant askedAt = open.askedAt();
        assertThat(open).isEqualTo(new StoredQuestion(2, "approve", text, schema, askedAt, null, null, null, null));
        Json yes = Json.of("\"yes\"");
        Instant answeredAt = Objects.requireNonNull(asked.get(0).answeredAt());
        assertThat(answeredAt).isAfter(askedAt);
        assertThat(asked.get(0))
                .isEqualTo(new StoredQuestion(2, "approve", text, schema, askedAt, yes, "carol", answeredAt, null));
        assertThat(asked).extracting(StoredQuestion::visit).containsExactly(2L, 4L);
        assertThat(asked.get(1).answer()).isNull();
    }

    @Test
    default void I6_a_question_that_expired_was_answered_by_nobody() {
        StoredRun run = started();
        StoredRun waiting = committed(run, rests(run, question(), Duration.ofMillis(1)));
        pass(Duration.ofMillis(20));
        answer(StoreFixture.expiryOf(waiting), BOB);

        assertThat(store().log().questions(KEY))
                .extracting(StoredQuestion::answeredBy)
                .containsOnlyNulls();
        assertThat(store().log().questions(KEY))
                .extracting(StoredQuestion::answeredAt)
                .containsOnlyNulls();
    }

    @Test
    default void L4_a_question_is_seen_and_answered_in_its_scope_only() {
        StoredRun waiting = rested(question());
        RunKey other = new RunKey("other", KEY.id());
        Answer elsewhere = anAnswer(other, waiting.runNumber(), 2, "nonce-1", Json.of("\"yes\""), "carol");

        assertThat(store().log().questions(other)).isEmpty();
        assertThat(store().log().questions(key("other"))).isEmpty();
        assertThrown(RunNotFoundException.class, () -> answer(elsewhere, BOB), "essay-1");
        assertThatThrownBy(() -> submit(elsewhere)).isInstanceOf(RunNotFoundException.class);
        assertThat(found(waiting)).isEqualTo(waiting);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    default void R11_an_owner_that_asked_does_not_learn_of_its_commit_once_somebody_has_answered(boolean isTakenUp) {
        StoredRun run = started();
        StoredRun waiting = committed(run, rests(run, question()));
        StoredRun now = isTakenUp ? answered(waiting, "\"yes\"") : present(submit(answerTo(waiting, "\"yes\"")));

        assertRefused(run, rests(run, question()));
        assertThat(found(run)).isEqualTo(now);
    }
}
