package io.stepgraph.testkit.store;

import static io.stepgraph.testkit.store.Errors.assertThrown;
import static io.stepgraph.testkit.store.StoreFixture.at;
import static io.stepgraph.testkit.store.StoreFixture.goesOn;
import static io.stepgraph.testkit.store.StoreFixture.key;
import static io.stepgraph.testkit.store.StoreFixture.newRun;
import static io.stepgraph.testkit.store.StoreFixture.present;
import static io.stepgraph.testkit.store.StoreFixture.question;
import static io.stepgraph.testkit.store.StoreFixture.rests;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.store.CommitResult;
import io.stepgraph.store.LeaseRequest;
import io.stepgraph.store.RunCommand;
import io.stepgraph.store.RunHeader;
import io.stepgraph.store.Status;
import io.stepgraph.store.StoredRun;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Leases that are renewed, end, and are taken over. */
@Tag("R3")
@Tag("R11")
@Tag("L1")
@Tag("L3")
@Tag("L6")
interface LeaseContract extends StoreFixture {
    Duration SHORT = Duration.ofMillis(300);
    Duration LONGER = Duration.ofMillis(400);
    Duration HALF = Duration.ofMillis(150);

    private StoredRun briefly() {
        return present(store().runs().start(newRun(KEY), new LeaseRequest(ANN, SHORT)));
    }

    @Test
    default void L1_a_lease_that_is_over_takes_no_commit_although_nobody_has_taken_over() {
        StoredRun run = briefly();
        assertThat(run.isLeaseOver()).isFalse();
        pass(LONGER);

        assertThrown(
                ErrorCode.LEASE_LOST,
                () -> store().runs().commit(run.lease(SHORT), goesOn(run, at("review", 2))),
                "essay-1");
        assertThrown(ErrorCode.LEASE_LOST, () -> store().runs().commit(run.lease(SHORT), rests(run, question())));
        assertThatThrownBy(() -> store().runs().renew(run.lease(SHORT))).is(Errors.with(ErrorCode.LEASE_LOST));

        StoredRun read = present(store().runs().find(KEY));
        assertThat(read.isLeaseOver()).isTrue();
        assertThat(read.revision()).isEqualTo(1);
        assertThat(read.status()).isEqualTo(Status.RUNNING);
    }

    @Test
    default void L1_each_commit_renews() {
        StoredRun run = briefly();
        for (int visit = 2; visit < 6; visit++) {
            pass(HALF);
            assertThat(store().runs()
                            .commit(
                                    run.lease(SHORT),
                                    StoreFixture.commit(visit - 1, 0, "print-1", at("review", visit), null)))
                    .isEqualTo(CommitResult.STORED);
        }
        assertThat(present(store().runs().find(KEY)).isLeaseOver()).isFalse();
    }

    @Test
    default void L1_a_lease_is_renewed_in_the_middle_of_a_step_and_nothing_else_changes() {
        StoredRun run = briefly();
        for (int i = 0; i < 4; i++) {
            pass(HALF);
            assertThat(store().runs().renew(run.lease(SHORT))).isZero();
        }

        StoredRun read = present(store().runs().find(KEY));
        assertThat(read.isLeaseOver()).isFalse();
        assertThat(read.revision()).isEqualTo(run.revision());
        assertThat(read.checkpoint()).isEqualTo(run.checkpoint());
        assertThat(read.lastEvent()).isEqualTo(run.lastEvent());
    }

    @Test
    default void L6_a_renewal_tells_that_something_came_from_outside() {
        StoredRun run = started();
        command(KEY, CANCEL);

        assertThat(store().runs().renew(run.lease(LEASE))).isEqualTo(1);
    }

    @Test
    default void L3_a_run_is_taken_over_when_its_lease_is_over_and_not_before() {
        StoredRun run = briefly();
        assertThat(acquireUnproven(run, BOB)).isNull();
        pass(LONGER);

        StoredRun taken = present(acquireUnproven(run, BOB));

        assertThat(taken.owner()).isEqualTo(BOB);
        assertThat(taken.fencingToken()).isEqualTo(2);
        assertThat(taken.runNumber()).isEqualTo(run.runNumber());
        assertThat(taken.checkpoint().crashes()).isEqualTo(1);
        assertThrown(ErrorCode.LEASE_LOST, () -> store().runs().commit(run.lease(SHORT), goesOn(run, at("review", 2))));
        assertThatThrownBy(() -> store().runs().renew(run.lease(SHORT))).is(Errors.with(ErrorCode.LEASE_LOST));
        assertThat(committed(taken, goesOn(taken, at("review", 2))).owner()).isEqualTo(BOB);
    }

    @Test
    default void L1_a_lease_that_was_over_and_is_taken_by_the_same_owner_again_has_another_token() {
        StoredRun run = briefly();
        pass(LONGER);
        StoredRun again = present(acquireUnproven(run, ANN));

        assertRefused(run, goesOn(again, at("review", 2)));
        assertThat(committed(again, goesOn(again, at("review", 2))).fencingToken())
                .isEqualTo(2);
    }

    @Test
    default void L1_a_lease_that_is_over_gives_nothing_back_also_to_be_cancelled() {
        StoredRun run = briefly();
        StoredRun other = present(store().runs().start(newRun(key("other")), new LeaseRequest(ANN, SHORT)));
        StoredRun wanted = command(KEY, CANCEL);
        pass(LONGER);

        StoredRun left = found(other);
        store().runs().release(run.lease(SHORT));
        store().runs().release(other.lease(SHORT));

        assertThat(found(run)).isEqualTo(wanted);
        assertThat(found(other)).isEqualTo(left);
        assertThat(acquireUnproven(other, BOB)).isNotNull();
        assertThat(command(KEY, CANCEL).status()).isEqualTo(Status.CANCELLED);
    }

    @Test
    default void L6_a_cancel_for_other_statuses_does_not_end_a_run_whose_lease_is_over() {
        briefly();
        StoredRun wanted = command(KEY, CANCEL);
        pass(LONGER);

        assertThat(command(KEY, new RunCommand.Cancel("dave", Set.of(Status.WAITING))))
                .isEqualTo(wanted);
        assertThat(command(KEY, new RunCommand.Cancel("dave", Set.of(Status.RUNNING)))
                        .status())
                .isEqualTo(Status.CANCELLED);
    }

    @Test
    default void R11_a_commit_that_was_stored_in_time_is_found_after_the_lease_is_over() {
        StoredRun run = briefly();
        store().runs().commit(run.lease(SHORT), goesOn(run, at("review", 2)));
        pass(LONGER);

        assertThat(store().runs().commit(run.lease(SHORT), goesOn(run, at("review", 2))))
                .isEqualTo(CommitResult.STORED);
        assertThat(present(find(KEY)).revision()).isEqualTo(2);
    }

    @Test
    default void L1_a_run_that_is_not_executed_has_no_lease_to_renew() {
        StoredRun waiting = rested(question());

        assertThatThrownBy(() -> store().runs().renew(waiting.lease(LEASE))).is(Errors.with(ErrorCode.LEASE_LOST));
        assertThat(waiting.leaseUntil()).isNull();
    }

    @Test
    default void R3_where_a_run_stands_is_read_without_its_values() {
        assertThat(store().runs().summary(KEY)).isNull();
        StoredRun run = started();
        RunHeader summary = Objects.requireNonNull(store().runs().summary(KEY));

        assertThat(summary.runNumber()).isEqualTo(run.runNumber());
        assertThat(summary.status()).isEqualTo(Status.RUNNING);
        assertThat(summary.fencingToken()).isEqualTo(1);
        assertThat(summary.revision()).isEqualTo(1);
        assertThat(summary.lastEvent()).isEqualTo(1);
        assertThat(summary.leaseUntil()).isEqualTo(run.leaseUntil());
        assertThat(summary.isLeaseOver()).isFalse();
        assertThat(summary.readAt())
                .isBetween(run.startedAt(), present(store().runs().find(KEY)).readAt());
    }
}
