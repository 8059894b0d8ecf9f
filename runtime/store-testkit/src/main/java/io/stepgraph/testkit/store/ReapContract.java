package io.stepgraph.testkit.store;

import static io.stepgraph.testkit.store.Errors.assertThrown;
import static io.stepgraph.testkit.store.StoreFixture.at;
import static io.stepgraph.testkit.store.StoreFixture.goesOn;
import static io.stepgraph.testkit.store.StoreFixture.key;
import static io.stepgraph.testkit.store.StoreFixture.newRun;
import static io.stepgraph.testkit.store.StoreFixture.question;
import static io.stepgraph.testkit.store.StoreFixture.rests;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.store.LeaseRequest;
import io.stepgraph.store.Status;
import io.stepgraph.store.StopReason;
import io.stepgraph.store.StoredRun;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs that were cut off are found, and ended if that is wanted (L3). */
@Tag("L1")
@Tag("L2")
@Tag("L3")
@Tag("L6")
@Tag("L7")
@Tag("S3")
interface ReapContract extends StoreFixture {
    Duration BRIEF = Duration.ofMillis(100);
    StopReason.Failed CUT_OFF = new StopReason.Failed(Json.of("{\"code\":\"LEASE_EXPIRED\"}"));

    private StoredRun briefly(String id, @Nullable String thread) {
        return StoreFixture.present(store().runs().start(newRun(key(id), thread, null), new LeaseRequest(ANN, BRIEF)));
    }

    private StoredRun cutOff(String id, @Nullable String thread) {
        return cutOff(briefly(id, thread));
    }

    private StoredRun cutOff(StoredRun run) {
        pass(Duration.ofMillis(150));
        return found(run);
    }

    @Test
    default void L3_only_runs_whose_lease_is_over_are_found_to_be_cut_off() {
        StoredRun first = cutOff("first", null);
        StoredRun second = cutOff("second", null);
        started(key("live"));
        StoredRun waiting = started(key("waiting"));
        committed(waiting, rests(waiting, question()));
        StoredRun delayed = started(key("delayed"));
        committed(delayed, rests(delayed, new StopReason.Delayed(), Duration.ofMillis(1)));
        released(started(key("released")));
        StoredRun ended = started(key("ended"));
        committed(ended, rests(ended, COMPLETED));

        assertThat(store().runs().expired("default", 10)).containsExactly(first.key(), second.key());
        assertThat(store().runs().expired("default", 1)).containsExactly(first.key());
        assertThat(store().runs().expired("other", 10)).isEmpty();
    }

    @Test
    default void L3_one_that_was_cut_off_is_ended_in_the_place_of_its_owner_and_its_owner_changes_nothing() {
        StoredRun run = cutOff("essay-1", "chat");

        assertThat(store().runs().end(run, CUT_OFF, List.of(EVENT))).isTrue();

        StoredRun ended = found(run);
        assertThat(ended.status()).isEqualTo(Status.FAILED);
        assertThat(ended.stopReason()).isEqualTo(CUT_OFF);
        assertThat(ended.owner()).isNull();
        assertThat(ended.leaseUntil()).isNull();
        assertThat(ended.checkpoint()).isEqualTo(run.checkpoint());
        assertThat(ended.lastEvent()).isEqualTo(run.lastEvent() + 1);
        assertThrown(ErrorCode.LEASE_LOST, () -> store().runs().commit(run.lease(BRIEF), goesOn(run, at("review", 2))));
        assertThatThrownBy(() -> store().runs().renew(run.lease(BRIEF))).is(Errors.with(ErrorCode.LEASE_LOST));
        store().runs().release(run.lease(BRIEF));
        assertThat(found(run)).isEqualTo(ended);
        assertThat(store().runs().expired("default", 10)).isEmpty();
        assertThat(chat().lastRun()).isEqualTo(run.runNumber());

        StoredRun again = acquired(ended, BOB);
        assertThat(again.status()).isEqualTo(Status.RUNNING);
        assertThat(again.state()).isEqualTo(STATE);
    }

    @Test
    default void L3_one_that_was_taken_over_since_it_was_seen_is_not_ended() {
        StoredRun run = cutOff("essay-1", null);
        StoredRun taken = acquired(run, BOB);

        assertThat(store().runs().end(run, CUT_OFF, List.of(EVENT))).isFalse();
        assertThat(store().runs().end(taken, CUT_OFF, List.of(EVENT))).isFalse();

        assertThat(found(run)).isEqualTo(taken);
    }

    @Test
    default void L7_one_that_was_cancelled_since_it_was_seen_is_not_ended_otherwise() {
        StoredRun run = briefly("essay-1", null);
        StoredRun wanted = command(run.key(), CANCEL);
        cutOff(run);

        assertThat(store().runs().end(run, CUT_OFF, List.of(EVENT))).isFalse();

        assertThat(found(run)).isEqualTo(wanted);
    }

    @Test
    default void L6_one_that_was_to_be_cancelled_can_be_ended_so() {
        StoredRun run = briefly("essay-1", "chat");
        StoredRun wanted = command(run.key(), CANCEL);
        cutOff(run);

        assertThat(store().runs().end(wanted, new StopReason.Cancelled("dave"), List.of(EVENT)))
                .isTrue();

        StoredRun ended = found(run);
        assertThat(ended.status()).isEqualTo(Status.CANCELLED);
        assertThat(ended.stopReason()).isEqualTo(new StopReason.Cancelled("dave"));
        assertThat(ended.cancelRequestedBy()).isEqualTo("dave");
        assertThat(ended.owner()).isNull();
        assertThat(ended.state()).isNull();
        assertThat(ended.lastEvent()).isEqualTo(run.lastEvent() + 1);
        assertThat(chat().state()).isEqualTo(STATE);
        assertThatThrownBy(() -> store().runs().renew(run.lease(BRIEF))).is(Errors.with(ErrorCode.LEASE_LOST));
    }

    @Test
    default void L6_one_is_cancelled_in_one_write_and_no_crash_is_counted() {
        StoredRun run = cutOff("essay-1", "chat");

        StoredRun ended = command(run.key(), CANCEL);

        assertThat(ended.status()).isEqualTo(Status.CANCELLED);
        assertThat(ended.stopReason()).isEqualTo(new StopReason.Cancelled("dave"));
        assertThat(ended.commandVersion()).isEqualTo(1);
        assertThat(ended.owner()).isNull();
        assertThat(ended.leaseUntil()).isNull();
        assertThat(ended.checkpoint().crashes()).isZero();
        assertThat(ended.state()).isNull();
        assertThat(ended.start()).isNull();
        assertThat(ended.lastEvent()).isEqualTo(run.lastEvent() + 1);
        assertThat(found(run)).isEqualTo(ended);
        assertThat(log(run.key(), 1, 10).isComplete()).isTrue();
        assertThat(chat().state()).isEqualTo(STATE);
        assertThatThrownBy(() -> store().runs().renew(run.lease(BRIEF))).is(Errors.with(ErrorCode.LEASE_LOST));
    }

    @ParameterizedTest
    @MethodSource("io.stepgraph.testkit.store.StopReasonContract#everyRest")
    default void L1_what_its_owner_writes_after_it_was_cancelled_or_ended_so_is_refused(StopReason late) {
        StoredRun cancelled = cutOff("cancelled", null);
        StoredRun ended = briefly("ended", null);
        command(cancelled.key(), CANCEL);
        StoredRun wanted = command(ended.key(), CANCEL);
        cutOff(ended);
        store().runs().end(wanted, new StopReason.Cancelled("dave"), List.of(EVENT));

        for (StoredRun run : List.of(cancelled, ended)) {
            StoredRun end = found(run);
            assertLost(run, late);
            assertThat(found(run)).isEqualTo(end);
        }
    }
}
