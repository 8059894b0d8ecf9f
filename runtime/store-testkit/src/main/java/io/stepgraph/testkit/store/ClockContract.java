package io.stepgraph.testkit.store;

import static io.stepgraph.testkit.store.StoreFixture.answerTo;
import static io.stepgraph.testkit.store.StoreFixture.at;
import static io.stepgraph.testkit.store.StoreFixture.key;
import static io.stepgraph.testkit.store.StoreFixture.keyedCall;
import static io.stepgraph.testkit.store.StoreFixture.newRun;
import static io.stepgraph.testkit.store.StoreFixture.present;
import static io.stepgraph.testkit.store.StoreFixture.question;
import static io.stepgraph.testkit.store.StoreFixture.rests;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.stepgraph.runtime.StaleAnswerException;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.store.AcquireRequest;
import io.stepgraph.store.ClaimedRun;
import io.stepgraph.store.Commit;
import io.stepgraph.store.EffectRecord;
import io.stepgraph.store.LeaseRequest;
import io.stepgraph.store.QueueRequest;
import io.stepgraph.store.Retention;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.StopReason;
import io.stepgraph.store.StoredRun;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The promises about a wall clock that is set (L1). */
@Tag("E2")
@Tag("E4")
@Tag("I5")
@Tag("L1")
interface ClockContract extends StoreFixture {
    Duration MINUTE = Duration.ofMinutes(1);
    Duration HOUR = Duration.ofHours(1);
    RunKey SECOND = key("essay-2");

    private EffectRecord charges(StoredRun run, boolean isAgain) {
        return store().effects().begin(run.lease(LEASE), keyedCall("{}", isAgain, MINUTE));
    }

    private StoredRun stopped(StopReason why, Duration dueIn) {
        return stopped(KEY, why, dueIn);
    }

    private StoredRun stopped(RunKey key, StopReason why, Duration dueIn) {
        StoredRun run = started(key);
        return committed(run, rests(run, why, dueIn));
    }

    private boolean isDue() {
        return present(store().runs().find(KEY)).isDue();
    }

    private List<RunKey> claimed() {
        return store().queue().claim(QueueContract.claim(5)).stream()
                .map(ClaimedRun::key)
                .toList();
    }

    @Test
    default void L1_a_call_in_progress_is_not_over_because_the_clock_is_set_forward() {
        StoredRun first = started();
        StoredRun second = started(SECOND);
        charges(first, false);
        setWallClock(Duration.ofSeconds(90));

        EffectRecord seen = charges(second, false);

        assertThat(seen.callUntil()).isAfter(seen.readAt());
        assertThat(charges(second, true).isOfAnotherRun()).isTrue();
        pass(MINUTE.plusMillis(1));
        assertThat(charges(second, true).isBegunBy(second.lease(LEASE), 1)).isTrue();
    }

    @Test
    default void I5_a_question_that_expired_for_one_caller_stays_expired_if_the_clock_is_set_back() {
        StoredRun asked = stopped(question(), MINUTE);
        setWallClock(HOUR);
        assertThatThrownBy(() -> submit(answerTo(asked, "1"))).isInstanceOf(StaleAnswerException.class);
        setWallClock(HOUR.negated());

        assertThat(isDue()).isTrue();
        assertThatThrownBy(() -> submit(answerTo(asked, "1"))).isInstanceOf(StaleAnswerException.class);
        assertThat(claimed()).containsExactly(KEY);
    }

    @Test
    default void I5_a_question_that_a_worker_claimed_as_expired_stays_expired() {
        stopped(question(), MINUTE);
        setWallClock(HOUR);
        assertThat(claimed()).containsExactly(KEY);
        setWallClock(HOUR.negated());

        assertThat(isDue()).isTrue();
    }

    @Test
    @Tag("Q1")
    default void Q1_a_wait_that_a_worker_claimed_as_over_stays_over_if_the_clock_is_set_back() {
        StoredRun waiting = stopped(new StopReason.Waits(), MINUTE);
        setWallClock(HOUR);
        assertThat(claimed()).containsExactly(KEY);
        setWallClock(HOUR.negated());

        assertThat(isDue()).isTrue();
        LeaseRequest lease = new LeaseRequest(BOB, LEASE);
        assertThat(store().runs().acquire(new AcquireRequest(waiting, lease, false, at("remind", 3), List.of(EVENT))))
                .isNotNull();
    }

    @Test
    @Tag("Q4")
    @Tag("L8")
    default void Q4_questions_and_waits_whose_time_is_over_for_more_than_a_minute_are_counted() {
        stopped(question(), MINUTE);
        stopped(SECOND, new StopReason.Waits(), MINUTE);
        stopped(key("listens"), new StopReason.Listens(), MINUTE);
        stopped(key("parked"), PARKED, MINUTE);
        stopped(new RunKey("other", "essay"), question(), MINUTE);
        rested(key("patient"), question());
        store().queue().enqueue(newRun(key("queued")), new QueueRequest(null, null, MINUTE));
        setWallClock(MINUTE.multipliedBy(2));
        assertThat(store().lists().load("default").pastDue()).isZero();

        setWallClock(Duration.ofMillis(1));

        assertThat(store().lists().load("default").pastDue()).isEqualTo(3);
        assertThat(store().lists().load("other").pastDue()).isEqualTo(1);
    }

    @Test
    default void L1_the_time_for_an_answer_and_a_start_time_are_dates() {
        stopped(question(), MINUTE);
        StoredRun asked = present(store().runs().find(KEY));
        store().queue()
                .enqueue(newRun(SECOND), new QueueRequest(null, asked.readAt().plus(MINUTE), null));
        assertThat(isDue()).isFalse();
        assertThat(claimed()).isEmpty();

        setWallClock(HOUR);

        assertThat(isDue()).isTrue();
        assertThat(claimed()).containsExactlyInAnyOrder(KEY, SECOND);
    }

    @Test
    default void L1_a_lease_lasts_for_its_length_whatever_the_wall_clock_says() {
        assumeTrue(hasMonotonicClock());
        for (Duration change : List.of(HOUR, HOUR.negated())) {
            StoredRun run = present(store().runs().start(newRun(key("set " + change)), new LeaseRequest(ANN, MINUTE)));
            setWallClock(change);

            assertThat(present(store().runs().find(run.key())).isLeaseOver()).isFalse();
            assertThat(store().runs().expired(KEY.namespace(), 9)).doesNotContain(run.key());
            assertThat(acquireUnproven(run, BOB)).isNull();
            assertThat(store().runs().renew(run.lease(MINUTE))).isZero();

            pass(MINUTE);
            assertThat(store().runs().expired(KEY.namespace(), 9)).contains(run.key());
            assertThat(acquireUnproven(run, BOB)).isNotNull();
        }
    }

    @Test
    default void L1_a_retry_is_due_after_its_delay_whatever_the_wall_clock_says() {
        assumeTrue(hasMonotonicClock());
        for (Duration change : List.of(HOUR, HOUR.negated())) {
            StoredRun delayed = stopped(new StopReason.Delayed(), MINUTE);
            setWallClock(change);

            pass(MINUTE.minusMillis(1));
            assertThat(isDue()).isFalse();
            assertThat(claimed()).isEmpty();
            assertThat(acquireUnproven(delayed, BOB)).isNull();

            pass(Duration.ofMillis(1));
            assertThat(isDue()).isTrue();
            assertThat(claimed()).containsExactly(KEY);
            assertThat(acquireUnproven(delayed, BOB)).isNotNull();
            store().removals().deleteAll(KEY.namespace(), 9);
        }
    }

    @Test
    default void L1_a_queued_run_is_claimed_at_once_and_for_its_length_whatever_the_wall_clock_says() {
        assumeTrue(hasMonotonicClock());
        setWallClock(HOUR);
        enqueue(KEY);
        setWallClock(HOUR.negated());

        assertThat(claimed()).containsExactly(KEY);
        setWallClock(HOUR);
        assertThat(claimed()).isEmpty();
        pass(QueueContract.CLAIM);
        assertThat(claimed()).containsExactly(KEY);
    }

    @Test
    default void L1_a_marked_run_is_deleted_so_long_after_its_end() {
        assumeTrue(hasMonotonicClock());
        StoredRun run = startedToBeDeleted(null);
        Commit end = rests(run, new StopReason.Completed(Json.of("{}")));
        store().runs().commit(run.lease(LEASE), end);
        setWallClock(HOUR);

        assertThat(run.retention()).isEqualTo(Retention.DELETE_ON_END);
        assertThat(store().removals().deleteMarked(KEY.namespace(), MINUTE, null, 9))
                .isZero();
        pass(MINUTE);
        assertThat(store().removals().deleteMarked(KEY.namespace(), MINUTE, null, 9))
                .isEqualTo(1);
    }
}
