package io.stepgraph.testkit.store;

import static io.stepgraph.testkit.store.Errors.assertThrown;
import static io.stepgraph.testkit.store.StoreFixture.at;
import static io.stepgraph.testkit.store.StoreFixture.commit;
import static io.stepgraph.testkit.store.StoreFixture.elsewhere;
import static io.stepgraph.testkit.store.StoreFixture.goesOn;
import static io.stepgraph.testkit.store.StoreFixture.key;
import static io.stepgraph.testkit.store.StoreFixture.newRun;
import static io.stepgraph.testkit.store.StoreFixture.present;
import static io.stepgraph.testkit.store.StoreFixture.question;
import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.PermissionMode;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.runtime.graph.StepEntry;
import io.stepgraph.store.AcquireRequest;
import io.stepgraph.store.LeaseRequest;
import io.stepgraph.store.ReopenRequest;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.Status;
import io.stepgraph.store.StopReason;
import io.stepgraph.store.StoredRun;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Making a run one's own, and giving it back. */
@Tag("R4")
@Tag("R6")
@Tag("R7")
@Tag("R11")
@Tag("L1")
@Tag("L3")
@Tag("L4")
@Tag("L7")
interface AcquireContract extends StoreFixture {

    @Test
    default void R4_a_run_taken_over_goes_on_where_it_was_with_one_crash_more() {
        StoredRun run = started();
        StoredRun dead = committed(run, goesOn(run, new StepEntry("review", Json.of("1"), 2, 3, 1, 1, Json.of("{}"))));

        StoredRun taken = acquired(dead, BOB);

        assertThat(taken.owner()).isEqualTo(BOB);
        assertThat(taken.fencingToken()).isEqualTo(2);
        assertThat(taken.revision()).isEqualTo(3);
        assertThat(taken.commandVersion()).isZero();
        assertThat(taken.status()).isEqualTo(Status.RUNNING);
        assertThat(taken.checkpoint()).isEqualTo(new StepEntry("review", Json.of("1"), 2, 3, 2, 1, Json.of("{}")));
        assertThat(found(run)).isEqualTo(taken);
    }

    @Test
    default void R6_a_run_whose_owner_counts_no_crash_is_taken_over_without_one() {
        StoredRun dead = acquired(started(), BOB);
        LeaseRequest notAlone = new LeaseRequest(BOB, LEASE, false);
        StoredRun suspect = present(store().runs().acquire(new AcquireRequest(dead, notAlone, true, List.of(EVENT))));
        assertThat(suspect.checkpoint().crashes()).isEqualTo(2);
        assertThat(suspect.countsCrash()).isFalse();
        StoredRun later =
                committed(suspect, goesOn(suspect, new StepEntry("review", Json.of("1"), 2, 3, 2, 1, Json.of("{}"))));
        assertThat(later.countsCrash()).isFalse();

        StoredRun taken = acquired(later, ANN);

        assertThat(taken.checkpoint().crashes()).isEqualTo(2);
        assertThat(taken.countsCrash()).isTrue();
        assertThat(acquired(taken, BOB).checkpoint().crashes()).isEqualTo(3);
    }

    @Test
    default void R6_the_crashes_of_an_owner_are_forgiven_for_all_its_runs_at_once() {
        StoredRun first = started();
        StoredRun second = started(new RunKey("other", "essay-1"));
        StoredRun third = present(start(newRun(key("essay-2")), BOB));

        store().queue().forgiveCrashes(ANN, 0);

        assertThat(acquired(found(first), BOB).checkpoint().crashes()).isZero();
        assertThat(acquired(found(second), BOB).checkpoint().crashes()).isZero();
        assertThat(acquired(found(third), ANN).checkpoint().crashes()).isEqualTo(1);
        assertThat(found(first).countsCrash()).isTrue();
    }

    @Test
    default void R6_the_crashes_of_an_owner_are_forgiven_for_runs_that_have_had_so_many() {
        StoredRun fresh = started();
        StoredRun suspect = acquired(started(key("essay-2")), ANN);

        store().queue().forgiveCrashes(ANN, 1);

        assertThat(found(fresh).countsCrash()).isTrue();
        assertThat(found(suspect).countsCrash()).isFalse();
        assertThat(found(suspect).revision()).isEqualTo(suspect.revision());
        assertThat(committed(suspect, goesOn(suspect, at("review", 2))).owner()).isEqualTo(ANN);
    }

    @Test
    default void R4_a_run_given_back_goes_on_without_a_crash() {
        StoredRun queued = released(started());
        assertThat(queued.status()).isEqualTo(Status.QUEUED);
        assertThat(queued.owner()).isNull();
        assertThat(queued.stopReason()).isNull();
        assertThat(queued.revision()).isEqualTo(1);
        assertThat(queued.fencingToken()).isEqualTo(1);

        StoredRun going = acquired(queued, BOB);

        assertThat(going.status()).isEqualTo(Status.RUNNING);
        assertThat(going.fencingToken()).isEqualTo(2);
        assertThat(going.revision()).isEqualTo(2);
        assertThat(going.checkpoint()).isEqualTo(queued.checkpoint());
    }

    private StoredRun failedInVisit7() {
        StepEntry failed = new StepEntry("review", Json.of("1"), 7, 3, 2, 1, Json.of("{}"));
        return committed(started(), commit(1, 0, "print-1", failed, FAILED));
    }

    /** Asserts that a run is open again, with new attempts and a new budget. */
    private void assertOpenAgain(StoredRun open, Status status) {
        assertThat(open.status()).isEqualTo(status);
        assertThat(open.stopReason()).isNull();
        assertThat(open.checkpoint()).isEqualTo(new StepEntry("review", Json.of("1"), 7, 1, 0, 7, Json.of("{}")));
        assertThat(open.state()).isEqualTo(STATE);
        assertThat(found(open)).isEqualTo(open);
    }

    @Test
    default void R7_a_failed_run_is_opened_again_with_new_attempts_and_a_new_budget() {
        assertOpenAgain(acquired(failedInVisit7(), BOB), Status.RUNNING);
    }

    @Test
    default void R7_a_failed_run_is_opened_again_for_the_owner_that_comes_next() {
        StoredRun failed = failedInVisit7();

        assertThat(reopen(failed)).isTrue();

        StoredRun open = found(failed);
        assertOpenAgain(open, Status.QUEUED);
        assertThat(open.owner()).isNull();
        assertThat(open.fencingToken()).isEqualTo(failed.fencingToken() + 1);
        assertThat(open.revision()).isEqualTo(failed.revision() + 1);
        assertThat(open.lastEvent()).isEqualTo(failed.lastEvent() + 1);
        assertThat(store().removals().prune("default", open.readAt().plus(LEASE), 10))
                .isZero();
        assertThat(acquired(open, BOB).checkpoint()).isEqualTo(open.checkpoint());
    }

    @Test
    default void R7_only_the_run_and_the_visit_that_have_failed_are_opened_again() {
        StoredRun earlier = rested(FAILED);
        store().removals().delete(KEY);
        assertThat(reopen(earlier)).isFalse();

        StoredRun failed = rested(FAILED);
        assertThat(reopen(earlier)).isFalse();
        assertThat(reopen(elsewhere(failed))).isFalse();
        assertThat(store().runs().reopen(new ReopenRequest(KEY, failed.runNumber(), null, 1, List.of(EVENT))))
                .isFalse();
        assertThat(found(failed)).isEqualTo(failed);

        assertThat(reopen(failed)).isTrue();
        StoredRun open = found(failed);
        assertThat(reopen(failed)).isFalse();
        assertThat(found(failed)).isEqualTo(open);
    }

    @Test
    default void L3_a_run_that_has_changed_since_it_was_seen_is_not_acquired() {
        StoredRun seen = started();
        StoredRun changed = committed(seen, goesOn(seen, at("review", 2)));
        assertThat(acquire(seen, BOB)).isNull();

        StoredRun taken = acquired(changed, BOB);
        assertThat(acquire(changed, ANN)).isNull();

        released(taken);
        assertThat(acquire(taken, ANN)).isNull();
    }

    @Test
    default void L3_a_change_from_outside_does_not_hinder_an_acquisition_and_is_seen_by_it() {
        StoredRun seen = started();
        command(KEY, PLAN);

        StoredRun taken = acquired(seen, BOB);

        assertThat(taken.mode()).isEqualTo(PermissionMode.PLAN);
        assertThat(taken.commandVersion()).isEqualTo(1);
    }

    @Test
    default void L4_a_deleted_run_is_not_acquired_and_nor_is_its_namesake() {
        StoredRun failed = rested(FAILED);
        store().removals().delete(KEY);
        assertThat(acquire(failed, BOB)).isNull();

        StoredRun namesake = rested(FAILED);
        assertThat(acquire(failed, BOB)).isNull();
        assertThat(found(namesake)).isEqualTo(namesake);
    }

    static Stream<StopReason> nothingLeft() {
        return Stream.of(
                question(),
                new StopReason.Waits(),
                new StopReason.Listens(),
                COMPLETED,
                new StopReason.Cancelled("dave"));
    }

    @ParameterizedTest
    @MethodSource("io.stepgraph.testkit.store.AcquireContract#nothingLeft")
    default void A_run_of_which_nothing_is_left_to_execute_cannot_be_acquired(StopReason stopReason) {
        StoredRun run = rested(stopReason);

        assertThrown(IllegalArgumentException.class, () -> acquire(run, BOB), "essay-1");
        assertThat(found(run)).isEqualTo(run);
    }

    @Test
    default void L1_a_lost_lease_gives_nothing_back() {
        StoredRun run = started();
        StoredRun taken = acquired(run, BOB);

        assertThat(released(run)).isEqualTo(taken);
    }

    @ParameterizedTest
    @MethodSource("io.stepgraph.testkit.store.StopReasonContract#everyRest")
    default void A_run_at_rest_is_not_given_back(StopReason stopReason) {
        StoredRun run = rested(stopReason);

        assertThat(released(run)).isEqualTo(run);
    }

    @Test
    default void L7_a_run_given_back_while_somebody_wants_it_cancelled_ends() {
        StoredRun run = started();
        command(KEY, CANCEL);

        StoredRun ended = released(run);

        assertThat(ended.status()).isEqualTo(Status.CANCELLED);
        assertThat(ended.stopReason()).isEqualTo(new StopReason.Cancelled("dave"));
        assertThat(ended.owner()).isNull();
        assertThat(ended.state()).isNull();
        assertThat(ended.start()).isNull();
        assertThat(store().removals().delete(KEY)).isTrue();
    }

    @ParameterizedTest
    @MethodSource("io.stepgraph.testkit.store.StopReasonContract#everyRest")
    default void L1_what_an_owner_writes_after_it_gave_back_a_run_that_was_cancelled_before_or_then_is_refused(
            StopReason late) {
        StoredRun before = started();
        command(KEY, CANCEL);
        StoredRun then = started(key("then"));
        StoredRun endedBefore = released(before);
        released(then);
        StoredRun endedThen = command(then.key(), CANCEL);

        assertLost(before, late);
        assertLost(then, late);
        assertThat(found(before)).isEqualTo(endedBefore);
        assertThat(found(then)).isEqualTo(endedThen);
    }

    @Test
    default void R11_a_commit_that_was_stored_before_its_run_was_given_back_is_found() {
        StoredRun run = started();
        committed(run, goesOn(run, at("review", 2)));
        StoredRun queued = released(run);

        assertStored(run, goesOn(run, at("review", 2)));
        assertThat(found(run)).isEqualTo(queued);
    }
}
