package io.stepgraph.testkit.store;

import static io.stepgraph.testkit.store.Errors.assertThrown;
import static io.stepgraph.testkit.store.StoreFixture.after;
import static io.stepgraph.testkit.store.StoreFixture.answerTo;
import static io.stepgraph.testkit.store.StoreFixture.expiryOf;
import static io.stepgraph.testkit.store.StoreFixture.question;
import static io.stepgraph.testkit.store.StoreFixture.rests;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.AnswerNotPermittedException;
import io.stepgraph.runtime.StaleAnswerException;
import io.stepgraph.runtime.graph.Due;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.store.AcquireRequest;
import io.stepgraph.store.Answer;
import io.stepgraph.store.AnswerRule;
import io.stepgraph.store.EventLog;
import io.stepgraph.store.LeaseRequest;
import io.stepgraph.store.Owner;
import io.stepgraph.store.Status;
import io.stepgraph.store.StopReason;
import io.stepgraph.store.StoredQuestion;
import io.stepgraph.store.StoredRun;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Answers that a process without the graph stores, and a process with the graph takes or refuses. */
@Tag("I3")
@Tag("I4")
@Tag("I5")
@Tag("L6")
interface RecordAnswerContract extends StoreFixture {
    Json TAKEN = Json.of("{\"oneOf\":[{}]}");

    private StoredRun submitted(StoredRun waiting) {
        StoredRun submitted = StoreFixture.present(submit(answerTo(waiting, "\"yes\"")));
        assertThat(found(waiting)).isEqualTo(submitted);
        return submitted;
    }

    private @Nullable StoredRun acquireAnswered(StoredRun seen, Answer answer, Owner owner) {
        return store().runs()
                .acquire(
                        new AcquireRequest(seen, new LeaseRequest(owner, LEASE), false, after(answer), List.of(EVENT)));
    }

    private boolean reopenQuestion(StoredRun seen, @Nullable Duration dueIn) {
        return store().runs().reopenQuestion(seen, TAKEN, dueIn == null ? null : Due.in(dueIn), List.of(EVENT));
    }

    @Test
    default void I4_a_submitted_answer_closes_its_ticket_and_queues_the_run_where_it_asked() {
        StoredRun waiting = rested(question());

        StoredRun submitted = submitted(waiting);

        assertThat(submitted.status()).isEqualTo(Status.QUEUED);
        assertThat(submitted.stopReason()).isEqualTo(new StopReason.Answered("nonce-1", Json.of("\"yes\""), "carol"));
        assertThat(submitted.checkpoint()).isEqualTo(waiting.checkpoint());
        assertThat(submitted.owner()).isNull();
        assertThat(submitted.fencingToken()).isEqualTo(waiting.fencingToken());
        assertThat(submitted.revision()).isEqualTo(waiting.revision() + 1);
        assertThat(submitted.lastEvent()).isEqualTo(waiting.lastEvent() + 1);
        StoredQuestion asked = store().log().questions(KEY).get(0);
        assertThat(asked.answer()).isEqualTo(Json.of("\"yes\""));
        assertThat(asked.answeredBy()).isEqualTo("carol");
        assertThat(asked.answeredAt()).isNotNull();
    }

    @Test
    default void I4_a_submitted_answer_is_taken_up_at_the_step_that_takes_it() {
        StoredRun waiting = rested(question());
        Answer answer = answerTo(waiting, "\"yes\"");
        StoredRun submitted = submitted(waiting);

        StoredRun going = Objects.requireNonNull(acquireAnswered(submitted, answer, BOB));

        assertThat(going.status()).isEqualTo(Status.RUNNING);
        assertThat(going.owner()).isEqualTo(BOB);
        assertThat(going.fencingToken()).isEqualTo(submitted.fencingToken() + 1);
        assertThat(going.revision()).isEqualTo(submitted.revision() + 1);
        assertThat(going.stopReason()).isNull();
        assertThat(going.checkpoint()).isEqualTo(after(answer));
        assertThat(going.state()).isEqualTo(STATE);
        assertThat(going.lastEvent()).isEqualTo(submitted.lastEvent() + 1);
        assertThat(released(going).stopReason()).as("it is not taken up twice").isNull();
        EventLog log = log(KEY, 0, 64);
        assertThat(log.batches().get(log.batches().size() - 1).last()).isEqualTo(going.lastEvent());
    }

    @Test
    default void I3_once_an_answer_was_submitted_the_same_again_changes_nothing_and_another_is_stale() {
        StoredRun waiting = rested(question());
        StoredRun submitted = submitted(waiting);

        assertUsed(waiting);
        assertThat(answer(answerTo(waiting, "\"yes\""), BOB)).isNull();
        assertThatThrownBy(() -> answer(answerTo(waiting, "\"no\""), BOB)).isInstanceOf(StaleAnswerException.class);
        assertThat(found(waiting)).isEqualTo(submitted);

        acquireAnswered(submitted, answerTo(waiting, "\"yes\""), BOB);
        assertUsed(waiting);
    }

    private void assertUsed(StoredRun asked) {
        StoredRun now = found(asked);
        submit(answerTo(asked, "\"yes\""));
        assertThrown(
                StaleAnswerException.class, () -> submit(answerTo(asked, "\"no\"")), "'approve'", "another answer");
        assertThat(found(asked)).isEqualTo(now);
    }

    @Test
    default void I3_what_was_answered_is_not_submitted_again() {
        StoredRun waiting = rested(question());
        answered(waiting, "\"yes\"");

        assertUsed(waiting);
    }

    @Test
    default void I4_a_refused_answer_opens_its_ticket_again() {
        StoredRun waiting = rested(question());
        StoredRun submitted = submitted(waiting);

        assertThat(reopenQuestion(submitted, null)).isTrue();

        StoredRun again = found(waiting);
        assertThat(again.status()).isEqualTo(Status.WAITING);
        assertThat(again.stopReason())
                .isEqualTo(new StopReason.QuestionAsked("nonce-1", question().question(), TAKEN));
        assertThat(again.checkpoint()).isEqualTo(waiting.checkpoint());
        assertThat(again.revision()).isEqualTo(submitted.revision() + 1);
        assertThat(again.dueAt()).isNull();
        assertThat(again.lastEvent()).isEqualTo(submitted.lastEvent() + 1);
        assertThat(store().log().questions(KEY))
                .extracting(StoredQuestion::answer, StoredQuestion::answeredBy, StoredQuestion::answeredAt)
                .containsExactly(tuple(null, null, null));
        assertThat(answered(again, "\"no\"").status()).isEqualTo(Status.RUNNING);
    }

    @Test
    default void I5_a_question_whose_answer_was_refused_expires_again() {
        StoredRun waiting = rested(question());
        reopenQuestion(submitted(waiting), Duration.ofMillis(1));
        pass(Duration.ofMillis(20));

        StoredRun late = found(waiting);

        assertThat(late.dueAt()).isNotNull();
        assertThrown(StaleAnswerException.class, () -> submit(answerTo(late, "\"yes\"")), "expired");
        assertThat(Objects.requireNonNull(answer(expiryOf(late), BOB)).status()).isEqualTo(Status.RUNNING);
    }

    @Test
    default void I5_an_answer_in_time_no_longer_expires() {
        StoredRun run = started();
        StoredRun waiting = committed(run, rests(run, question(), Duration.ofMillis(200)));
        StoredRun submitted = submitted(waiting);
        pass(Duration.ofMillis(300));

        assertThat(submitted.dueAt()).isNull();
        assertThatThrownBy(() -> answer(expiryOf(waiting), BOB)).isInstanceOf(StaleAnswerException.class);
        assertThat(acquireAnswered(submitted, answerTo(waiting, "\"yes\""), BOB))
                .isNotNull();
    }

    @Test
    default void I3_a_submitted_answer_is_taken_up_or_refused_once() {
        StoredRun waiting = rested(question());
        Answer answer = answerTo(waiting, "\"yes\"");
        StoredRun submitted = submitted(waiting);
        StoredRun going = Objects.requireNonNull(acquireAnswered(submitted, answer, BOB));

        assertThat(acquireAnswered(submitted, answer, ANN)).isNull();
        assertThat(reopenQuestion(submitted, null)).isFalse();
        assertThat(found(waiting).fencingToken()).isEqualTo(going.fencingToken());
        assertThat(store().log().questions(KEY).get(0).answer()).isEqualTo(Json.of("\"yes\""));
    }

    @Test
    default void I3_only_a_submitted_answer_is_taken_up_or_refused() {
        StoredRun waiting = rested(question());
        Answer answer = answerTo(waiting, "\"yes\"");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> acquireAnswered(waiting, answer, BOB))
                .withMessageContainingAll("essay-1", "approve");
        assertThatIllegalArgumentException().isThrownBy(() -> reopenQuestion(waiting, null));
        assertThatIllegalArgumentException().isThrownBy(() -> submit(expiryOf(waiting)));
        assertThat(found(waiting)).isEqualTo(waiting);
        StoredRun submitted = submitted(waiting);
        assertThatIllegalArgumentException().isThrownBy(() -> acquire(submitted, BOB));
        assertThat(found(waiting)).isEqualTo(submitted);
    }

    @Test
    default void I3_L6_a_run_whose_answer_waits_to_be_taken_up_is_cancelled_at_once_and_does_not_fail_before() {
        StoredRun waiting = rested(question());
        StoredRun submitted = submitted(waiting);

        assertThatIllegalArgumentException()
                .as("it fails not before its answer is taken up")
                .isThrownBy(() -> store().runs().end(submitted, FAILED, List.of(EVENT)));
        assertThat(found(submitted)).isEqualTo(submitted);

        StoredRun cancelled = command(KEY, CANCEL);

        assertThat(cancelled.status()).isEqualTo(Status.CANCELLED);
        assertThat(acquireAnswered(submitted, answerTo(waiting, "\"yes\""), BOB))
                .isNull();
        assertThat(reopenQuestion(submitted, null)).isFalse();
    }

    /** A reviewer may answer, but not ann. */
    private static StopReason.QuestionAsked ruled() {
        StopReason.QuestionAsked asked = StoreFixture.question();
        AnswerRule rule = new AnswerRule(List.of("reviewer"), null, Map.of("ann", "the person who started the run"));
        return new StopReason.QuestionAsked(asked.nonce(), asked.question(), rule.in(asked.answerSchema()));
    }

    private static Answer by(@Nullable Actor actor, StoredRun waiting, String json) {
        Answer answer = StoreFixture.answerTo(waiting, json);
        return new Answer(answer.ticket(), answer.answer(), actor, answer.events());
    }

    @Test
    @Tag("W3")
    default void W3_an_answer_that_the_rule_of_the_question_does_not_permit_writes_nothing() {
        StoredRun waiting = rested(ruled());

        for (Actor actor : Arrays.asList(null, Actor.named("ann", "reviewer"), Actor.named("bob"))) {
            Answer refused = by(actor, waiting, "\"no\"");
            assertThatThrownBy(() -> submit(refused)).isInstanceOf(AnswerNotPermittedException.class);
            assertThatThrownBy(() -> answer(refused, BOB)).isInstanceOf(AnswerNotPermittedException.class);
        }
        // Only its clock has gone on.
        assertThat(found(waiting).isAs(waiting)).isTrue();
        assertThat(found(waiting).lastEvent()).isEqualTo(waiting.lastEvent());
        assertThat(store().log().questions(KEY).get(0).answer()).isNull();

        assertThat(submit(by(Actor.named("bob", "reviewer"), waiting, "\"yes\"")))
                .isNotNull();
        assertThat(store().log().questions(KEY).get(0).answeredBy()).isEqualTo("bob");
    }

    @Test
    @Tag("W3")
    default void W3_of_a_permitted_and_a_refused_answer_at_once_the_permitted_one_is_stored() {
        StoredRun waiting = rested(ruled());

        Stream.of("ann", "bob").parallel().forEach(name -> {
            Answer answer = by(Actor.named(name, "reviewer"), waiting, "\"yes from " + name + "\"");
            if (name.equals("bob")) {
                assertThat(submit(answer)).isNotNull();
            } else {
                assertThatThrownBy(() -> submit(answer))
                        .isInstanceOfAny(AnswerNotPermittedException.class, StaleAnswerException.class);
            }
        });

        assertThat(store().log().questions(KEY).get(0).answeredBy()).isEqualTo("bob");
    }
}
