package io.stepgraph.testkit.store;

import static io.stepgraph.testkit.store.StoreFixture.at;
import static io.stepgraph.testkit.store.StoreFixture.goesOn;
import static io.stepgraph.testkit.store.StoreFixture.key;
import static io.stepgraph.testkit.store.StoreFixture.newRun;
import static io.stepgraph.testkit.store.StoreFixture.present;
import static io.stepgraph.testkit.store.StoreFixture.rests;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepgraph.runtime.RunNotFoundException;
import io.stepgraph.store.CommitResult;
import io.stepgraph.store.LeaseRequest;
import io.stepgraph.store.Owner;
import io.stepgraph.store.Retention;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.Status;
import io.stepgraph.store.StopReason;
import io.stepgraph.store.StoredRun;
import io.stepgraph.store.ThreadKey;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The data that is kept after a run's end: its outcome, or nothing. */
@Tag("L2")
@Tag("S3")
interface RetentionContract extends StoreFixture {

    private int deleted(Duration age, @Nullable Owner by) {
        return store().removals().deleteMarked("default", age, by, 100);
    }

    private StoredRun toBeDeleted(RunKey key, Owner owner) {
        return present(start(newRun(key, null, null, Retention.DELETE_ON_END), owner));
    }

    private StoredRun completed(StoredRun run) {
        return committed(run, rests(run, COMPLETED));
    }

    @Test
    default void S3_the_end_of_a_marked_run_is_stored_like_any_other() {
        StoredRun run = startedToBeDeleted(null);
        assertThat(run.retention()).isEqualTo(Retention.DELETE_ON_END);
        assertThat(run.isMarked()).isFalse();

        StoredRun ended = completed(run);

        assertThat(ended.isMarked()).isTrue();
        assertThat(ended.stopReason()).isEqualTo(COMPLETED);
        assertThat(ended.start()).isNull();
        assertThat(store().runs().start(newRun(KEY), new LeaseRequest(BOB, LEASE)))
                .isNull();
        assertThat(store().runs().commit(run.lease(LEASE), rests(run, COMPLETED)))
                .as("sent again")
                .isEqualTo(CommitResult.STORED);
        assertThat(log(KEY, 0, 10).isComplete()).isTrue();
    }

    @Test
    default void S3_a_marked_run_is_deleted_once_it_is_old_enough_with_all_that_belongs_to_it() {
        StoredRun run = startedToBeDeleted(null);
        StoredRun waiting = committed(run, rests(run, StoreFixture.question()));
        completed(answered(waiting, "\"yes\""));
        assertThat(deleted(LEASE, null)).isZero();
        assertThat(find(KEY)).isNotNull();

        pass(Duration.ofMillis(20));

        assertThat(deleted(Duration.ofMillis(10), null)).isEqualTo(1);
        assertThat(find(KEY)).isNull();
        assertThat(store().runs().summary(KEY)).isNull();
        assertThat(store().log().events(KEY, 0, 10)).isNull();
        assertThat(store().log().questions(KEY)).isEmpty();
        assertThatThrownBy(() -> store().runs().command(KEY, CANCEL)).isInstanceOf(RunNotFoundException.class);
        assertThat(deleted(Duration.ZERO, null)).isZero();
    }

    @Test
    default void S3_of_younger_runs_only_those_are_deleted_that_the_named_runner_has_ended() {
        StoredRun anns = completed(startedToBeDeleted(null));
        RunKey other = key("other");
        completed(toBeDeleted(other, BOB));

        assertThat(deleted(LEASE, BOB)).isEqualTo(1);

        assertThat(find(other)).isNull();
        assertThat(found(anns)).isEqualTo(anns);
        assertThat(deleted(LEASE, ANN)).isEqualTo(1);
    }

    @Test
    default void S3_no_other_run_is_deleted_however_old_it_is() {
        StoredRun kept = rested(COMPLETED);
        StoredRun going = toBeDeleted(key("waits"), ANN);
        StoredRun waiting = committed(going, rests(going, StoreFixture.question()));
        StoredRun failing = toBeDeleted(key("fails"), ANN);
        StoredRun failed = committed(failing, rests(failing, FAILED));
        StoredRun there = completed(toBeDeleted(new RunKey("other", "essay-1"), ANN));

        assertThat(deleted(Duration.ZERO, ANN)).isZero();

        assertThat(List.of(found(kept), found(waiting), found(failed), found(there)))
                .containsExactly(kept, waiting, failed, there);
        completed(acquired(failed, BOB));
        assertThat(deleted(Duration.ZERO, null))
                .as("it was retried, and has completed")
                .isEqualTo(1);
    }

    @Test
    default void S3_a_run_that_was_cancelled_is_marked_too_whoever_cancels_it() {
        StoredRun run = startedToBeDeleted(null);
        committed(run, rests(run, StoreFixture.question()));
        assertThat(command(KEY, CANCEL).isMarked()).isTrue();
        assertThat(deleted(Duration.ZERO, null)).isEqualTo(1);

        StoredRun executed = startedToBeDeleted(null);
        assertThat(command(KEY, CANCEL).status()).isEqualTo(Status.RUNNING);
        assertThat(released(executed).isMarked()).isTrue();
        assertThat(deleted(Duration.ZERO, null)).isEqualTo(1);

        StoredRun other = startedToBeDeleted(null);
        StoredRun late = committed(other, rests(other, StoreFixture.question()));
        store().runs().end(late, new StopReason.Cancelled("dave"), List.of(EVENT));
        assertThat(deleted(LEASE, ANN)).as("no commit of a runner ended it").isZero();
        assertThat(deleted(Duration.ZERO, null)).isEqualTo(1);
    }

    @Test
    default void
            S3_after_the_deletion_the_same_id_starts_again_under_another_number_and_the_old_owner_changes_nothing() {
        StoredRun first = startedToBeDeleted(null);
        completed(first);
        deleted(Duration.ZERO, null);

        StoredRun second = startedToBeDeleted(null);

        assertThat(second.runNumber()).isGreaterThan(first.runNumber());
        assertThat(second.lastEvent()).isEqualTo(1);
        assertRefused(first, goesOn(first, at("review", 2)));
        assertRefused(first, rests(first, COMPLETED));
        assertThat(found(second)).isEqualTo(second);
    }

    @Test
    default void S3_marked_runs_are_deleted_the_longest_ended_first_and_no_more_than_the_limit() {
        for (String id : List.of("one", "two", "three")) {
            completed(toBeDeleted(key(id), ANN));
            pass(Duration.ofMillis(5));
        }

        assertThat(store().removals().deleteMarked("default", Duration.ZERO, null, 2))
                .isEqualTo(2);

        assertThat(find(key("three"))).isNotNull();
        assertThat(store().removals().deleteMarked("default", Duration.ZERO, null, 2))
                .isEqualTo(1);
    }

    @Test
    default void S3_pruning_deletes_marked_runs_whatever_the_time_of_their_end() {
        completed(startedToBeDeleted(null));
        RunKey other = key("other");
        completed(started(other));

        assertThat(pruned("default", Instant.EPOCH, 100)).isEqualTo(1);

        assertThat(find(KEY)).isNull();
        assertThat(find(other)).isNotNull();
    }

    @Test
    @Tag("R7")
    default void R7_a_failed_run_is_pruned_only_where_its_status_is_named() {
        StoredRun first = rested(key("first"), FAILED);
        pass(Duration.ofMillis(5));
        StoredRun second = rested(key("second"), FAILED);
        rested(key("completed"), COMPLETED);
        rested(key("cancelled"), new StopReason.Cancelled("dave"));
        StoredRun waiting = rested(key("waits"), StoreFixture.question());

        assertThat(pruned("default", Instant.MAX, 10)).isEqualTo(2);

        assertThat(List.of(found(first), found(second), found(waiting))).containsExactly(first, second, waiting);
        assertThat(store().removals().countPrunable("default", Status.FAILED, Instant.MAX, 1))
                .isEqualTo(1);
        assertThat(store().removals().prune("default", Status.FAILED, Instant.MAX, 1))
                .isEqualTo(1);
        assertThat(find(first.key())).isNull();
        assertThat(store().removals().prune("default", Status.FAILED, Instant.EPOCH, 10))
                .isZero();
        for (Status status : List.of(Status.QUEUED, Status.RUNNING, Status.WAITING)) {
            assertThatThrownBy(() -> store().removals().prune("default", status, Instant.MAX, 10))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("not those that are " + status);
        }
        assertThat(find(second.key())).isNotNull();
    }

    @Test
    default void S3_a_bound_for_the_end_of_runs_may_be_any_time_that_Java_knows() {
        completed(startedToBeDeleted(null));
        completed(started(key("another")));
        pass(Duration.ofMillis(10));

        assertThat(deleted(LONGEST, null)).isZero();
        assertThat(deleted(Duration.ZERO, null)).isEqualTo(1);
        assertThat(pruned("default", Instant.MIN, 10)).isZero();
        assertThat(pruned("default", Instant.parse("0001-01-01T00:00:00Z"), 10)).isZero();
        assertThat(pruned("default", Instant.MAX, 10)).isEqualTo(1);
    }

    @Test
    default void A_limit_below_zero_is_a_mistake_and_zero_is_none() {
        StoredRun run = rested(COMPLETED);
        Instant later = Instant.parse("2100-01-01T00:00:00Z");

        assertThat(List.<ThrowingCallable>of(
                        () -> pruned("default", later, -1),
                        () -> store().removals().deleteMarked("default", Duration.ZERO, null, -1),
                        () -> store().runs().expired("default", -1),
                        () -> store().log().events(KEY, 0, -1)))
                .allSatisfy(call -> assertThatThrownBy(call)
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining("-1"));
        assertThat(pruned("default", later, 0)).isZero();
        assertThat(store().removals().deleteMarked("default", Duration.ZERO, null, 0))
                .isZero();
        assertThat(store().runs().expired("default", 0)).isEmpty();
        assertThat(log(KEY, 0, 0).batches()).isEmpty();
        assertThat(found(run)).isEqualTo(run);
    }

    @Test
    default void L2_what_a_deleted_run_left_stays_in_its_thread() {
        completed(startedToBeDeleted("chat"));
        deleted(Duration.ZERO, null);
        assertThat(chat().state()).isEqualTo(STATE);

        StoredRun second = startedToBeDeleted("chat");
        committed(second, rests(second, StoreFixture.question()));
        store().runs().command(KEY, CANCEL);
        deleted(Duration.ZERO, null);

        assertThat(chat().lastRun()).isEqualTo(second.runNumber());
        assertThat(start(newRun(KEY, "chat", null), ANN)).isNotNull();
    }

    @Test
    @Tag("L4")
    default void a_namespace_is_deleted_with_all_that_belongs_to_it() {
        StoredRun ended = present(start(newRun(KEY, "chat", null), ANN));
        committed(ended, rests(ended, COMPLETED));
        StoredRun running = started(key("running"));
        StoredRun other = started(new RunKey("other", "essay-1"));

        assertThat(store().removals().deleteAll("default", 1)).isEqualTo(1);
        assertThat(store().log().thread(new ThreadKey("default", "chat"))).isNotNull();
        assertThat(store().removals().deleteAll("default", 5)).isEqualTo(1);
        assertThat(store().removals().deleteAll("default", 5)).isZero();

        assertThat(store().runs().find(KEY)).isNull();
        assertThat(store().runs().find(running.key())).isNull();
        assertThat(store().log().events(KEY, 0, 5)).isNull();
        assertThat(store().log().thread(new ThreadKey("default", "chat"))).isNull();
        assertThat(store().runs().find(other.key())).isNotNull();
        assertLost(running, COMPLETED);
        assertThat(started(KEY).runNumber()).isGreaterThan(other.runNumber());
    }
}
