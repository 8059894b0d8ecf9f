package io.stepgraph.testkit.store;

import static io.stepgraph.testkit.store.Errors.assertThrown;
import static io.stepgraph.testkit.store.StoreFixture.answerTo;
import static io.stepgraph.testkit.store.StoreFixture.at;
import static io.stepgraph.testkit.store.StoreFixture.expiryOf;
import static io.stepgraph.testkit.store.StoreFixture.goesOn;
import static io.stepgraph.testkit.store.StoreFixture.key;
import static io.stepgraph.testkit.store.StoreFixture.newRun;
import static io.stepgraph.testkit.store.StoreFixture.present;
import static io.stepgraph.testkit.store.StoreFixture.question;
import static io.stepgraph.testkit.store.StoreFixture.rests;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepgraph.runtime.StaleAnswerException;
import io.stepgraph.runtime.graph.Due;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.store.CommitResult;
import io.stepgraph.store.LeaseRequest;
import io.stepgraph.store.Status;
import io.stepgraph.store.StopReason;
import io.stepgraph.store.StoredRun;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Delays before another attempt, questions that expire, and deadlines: all by the store's clock. */
@Tag("R6")
@Tag("R8")
@Tag("I5")
@Tag("L1")
interface DelayContract extends StoreFixture {
    Duration WHILE = Duration.ofMillis(300);
    Duration CENTURY = Duration.ofDays(30_000);
    Duration AFTERWARDS = Duration.ofMillis(400);
    StopReason.Failed TOO_LATE = new StopReason.Failed(Json.of("{\"code\":\"DEADLINE_EXCEEDED\"}"));

    private StoredRun resting(StopReason stopReason) {
        StoredRun run = started();
        return committed(run, rests(run, stopReason, WHILE));
    }

    @Test
    default void R6_a_delayed_run_is_nobodys_and_goes_on_when_its_delay_is_over_and_not_before() {
        StoredRun delayed = resting(new StopReason.Delayed());
        assertThat(delayed.status()).isEqualTo(Status.QUEUED);
        assertThat(delayed.stopReason()).isEqualTo(new StopReason.Delayed());
        assertThat(delayed.owner()).isNull();
        assertThat(delayed.state()).isEqualTo(STATE);
        assertThat(present(store().runs().find(KEY)).isDue()).isFalse();
        assertThat(acquire(delayed, BOB)).isNull();
        pass(AFTERWARDS);

        assertThat(present(store().runs().find(KEY)).isDue()).isTrue();
        StoredRun going = acquired(delayed, BOB);
        assertThat(going.status()).isEqualTo(Status.RUNNING);
        assertThat(going.dueAt()).isNull();
        assertThat(going.checkpoint()).isEqualTo(delayed.checkpoint());
    }

    @Test
    default void I5_an_answer_in_time_is_taken_and_the_expiry_then_is_not() {
        StoredRun waiting = resting(question());
        assertThat(waiting.dueAt()).isNotNull();
        assertThatThrownBy(() -> answer(expiryOf(waiting), BOB)).isInstanceOf(StaleAnswerException.class);

        StoredRun going = answered(waiting, "\"yes\"");
        pass(AFTERWARDS);

        assertThatThrownBy(() -> answer(expiryOf(waiting), BOB)).isInstanceOf(StaleAnswerException.class);
        assertThat(going.dueAt()).isNull();
        assertThat(found(going)).isEqualTo(going);
    }

    @Test
    default void I5_the_expiry_goes_on_once() {
        StoredRun waiting = resting(question());
        pass(AFTERWARDS);

        assertThatThrownBy(() -> answer(answerTo(waiting, "\"yes\""), BOB))
                .as("nobody has touched the run")
                .isInstanceOf(StaleAnswerException.class)
                .hasMessageContaining("expired");
        assertThat(found(waiting)).isEqualTo(waiting);
        StoredRun going = present(answer(expiryOf(waiting), BOB));

        assertThat(going.status()).isEqualTo(Status.RUNNING);
        assertThat(going.owner()).isEqualTo(BOB);
        assertThat(going.checkpoint().step()).isEqualTo("revise");
        assertThat(going.state()).isEqualTo(STATE);
        assertThat(going.dueAt()).isNull();
        assertThatThrownBy(() -> answer(expiryOf(waiting), ANN)).isInstanceOf(StaleAnswerException.class);
        assertThatThrownBy(() -> answer(answerTo(waiting, "\"yes\""), ANN)).isInstanceOf(StaleAnswerException.class);
        assertThat(found(going)).isEqualTo(going);
    }

    @Test
    default void I5_a_question_without_a_time_does_not_expire() {
        StoredRun waiting = rested(question());

        assertThat(waiting.dueAt()).isNull();
        assertThatThrownBy(() -> answer(expiryOf(waiting), BOB)).isInstanceOf(StaleAnswerException.class);
    }

    @Test
    default void L1_a_delay_a_time_for_an_answer_and_a_lease_may_be_as_long_as_can_be_said() {
        StoredRun run = started();
        StoredRun delayed = committed(run, rests(run, new StopReason.Delayed(), LONGEST));
        assertThat(delayed.dueAt()).isAfter(delayed.startedAt().plus(CENTURY));
        assertThat(acquire(delayed, BOB)).isNull();

        StoredRun asked = rested(key("asked"), question());
        store().runs()
                .reopenQuestion(present(submit(answerTo(asked, "1"))), Json.of("{}"), Due.in(LONGEST), List.of(EVENT));
        assertThat(found(asked).dueAt()).isAfter(asked.startedAt().plus(CENTURY));

        StoredRun leased =
                present(store().runs().start(newRun(key("leased"), null, LONGEST), new LeaseRequest(ANN, LONGEST)));
        assertThat(store().runs().commit(leased.lease(LONGEST), goesOn(leased, at("review", 2))))
                .isEqualTo(CommitResult.STORED);
        store().runs().renew(leased.lease(LONGEST));
        assertThat(found(leased).leaseUntil()).isAfter(leased.startedAt().plus(CENTURY));
    }

    @Test
    default void R8_a_run_that_rests_is_ended_by_whoever_touches_it_after_its_deadline_by_the_stores_clock() {
        StoredRun run = present(store().runs().start(newRun(KEY, null, WHILE), new LeaseRequest(ANN, LEASE)));
        StoredRun waiting = committed(run, rests(run, question()));
        assertThat(waiting.deadline()).isEqualTo(waiting.startedAt().plus(WHILE));
        assertThat(present(store().runs().find(KEY)).isOverdue()).isFalse();
        pass(AFTERWARDS);
        assertThat(present(store().runs().find(KEY)).isOverdue()).isTrue();

        assertThat(store().runs().end(waiting, TOO_LATE, List.of(EVENT))).isTrue();

        StoredRun ended = found(waiting);
        assertThat(ended.status()).isEqualTo(Status.FAILED);
        assertThat(ended.stopReason()).isEqualTo(TOO_LATE);
        assertThat(ended.checkpoint()).isEqualTo(waiting.checkpoint());
        assertThat(ended.lastEvent()).isEqualTo(waiting.lastEvent() + 1);
        assertThat(store().runs().end(waiting, TOO_LATE, List.of(EVENT))).isFalse();
        assertThatThrownBy(() -> answer(answerTo(waiting, "\"yes\""), BOB)).isInstanceOf(StaleAnswerException.class);
        assertThat(found(ended)).isEqualTo(ended);
    }

    @Test
    default void R8_only_a_run_that_nobody_executes_is_ended_from_outside_and_only_for_good() {
        StoredRun run = started();
        StoredRun waiting = rested(key("waiting"), question());
        StoredRun going = answered(waiting, "\"yes\"");
        assertThat(store().runs().end(run, TOO_LATE, List.of(EVENT))).isFalse();
        assertThat(store().runs().end(waiting, TOO_LATE, List.of(EVENT)))
                .as("it has gone on since")
                .isFalse();
        assertThat(found(run)).isEqualTo(run);
        assertThat(found(going)).isEqualTo(going);
        StoredRun queued = released(run);
        assertThrown(IllegalArgumentException.class, () -> store().runs().end(queued, question(), List.of(EVENT)));

        assertThat(store().runs().end(queued, TOO_LATE, List.of(EVENT))).isTrue();
        StoredRun ended = found(run);
        assertThrown(IllegalArgumentException.class, () -> store().runs().end(ended, TOO_LATE, List.of(EVENT)));
    }
}
