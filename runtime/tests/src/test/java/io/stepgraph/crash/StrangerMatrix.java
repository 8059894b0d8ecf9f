package io.stepgraph.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.PermissionMode;
import io.stepgraph.crash.Stranger.Deed;
import io.stepgraph.store.Status;
import io.stepgraph.testkit.store.FaultPoint;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The short form of the crash matrix, where a run comes to another end than its own, or is removed by it: processes that cancel
 * it, raise its mode, reap it or retry it die in the middle, and so do those that renew its lease.
 */
@Timeout(120)
@Tag("R8")
@Tag("R11")
@Tag("I4")
@Tag("M1")
@Tag("L1")
@Tag("L3")
@Tag("L6")
@Tag("S3")
abstract class StrangerMatrix {
    @TempDir
    Path folder;

    private final Stores stores;
    private String store;

    /** On such a store. */
    StrangerMatrix(Stores stores) {
        this.stores = stores;
    }

    @BeforeEach
    void createStore() {
        store = stores.create(folder);
    }

    private Trial trial() throws IOException {
        return Trial.inFolder(store, folder);
    }

    @Test
    void R11_an_end_whose_reply_was_lost_is_told_as_the_end_that_it_was_and_the_run_is_deleted_then() throws Exception {
        Trial trial = trial().deletedAfterItsEnd();
        try (Child owner = trial.begin(FaultPoint.silence("after-commit", Journey.UNDISTURBED.size()))) {
            assertThat(trial.look(owner)).isFalse();
            assertThat(owner.times("after-commit")).isEqualTo(Journey.UNDISTURBED.size() + 1);
        }

        assertThat(trial.isGone()).isTrue();
        assertThat(trial.end()).isEmpty();
    }

    @Test
    void S3_a_run_that_is_to_be_deleted_gives_its_outcome_to_a_program_that_was_killed_right_after_its_end()
            throws Exception {
        Trial trial = trial().deletedAfterItsEnd();
        assertThat(trial.live(FaultPoint.halt("before-commit", Journey.UNDISTURBED.size())))
                .isTrue();
        assertThat(trial.isGone()).isFalse();

        assertThat(trial.live(FaultPoint.halt("after-commit", 1))).isTrue();
        assertThat(trial.seen().status()).isEqualTo(Status.COMPLETED);

        assertThat(trial.end()).isEmpty();
        assertThat(trial.isGone()).isTrue();
    }

    @Test
    void S3_a_cancel_ends_such_a_run_in_its_own_transaction_or_not_at_all() throws Exception {
        Trial trial = trial().deletedAfterItsEnd();
        trial.live(FaultPoint.halt("waiting", 1));
        trial.live(Deed.CANCEL, FaultPoint.halt("before-command", 1));
        assertThat(trial.seen().cancelRequestedBy()).isNull();

        trial.live(Deed.CANCEL, FaultPoint.halt("after-command", 1));

        assertThat(trial.seen().status()).isEqualTo(Status.CANCELLED);
        assertThat(trial.end()).isEmpty();
        assertThat(trial.isGone()).isTrue();
    }

    @Test
    void L6_a_cancel_whose_process_dies_in_the_middle_is_made_by_the_next_that_comes() throws Exception {
        Trial trial = trial().inThread();
        trial.live(FaultPoint.halt("inside-book", 1));
        for (FaultPoint faultPoint :
                List.of(FaultPoint.halt("after-command", 1), FaultPoint.halt("before-release", 1))) {
            assertThat(trial.live(Deed.CANCEL, faultPoint)).isTrue();
            assertThat(trial.seen().cancelRequestedBy()).isEqualTo("process-2");
            assertThat(trial.seen().status()).isEqualTo(Status.RUNNING);
        }

        assertThat(trial.live(Deed.CANCEL, FaultPoint.halt("after-release", 1))).isTrue();

        assertThat(trial.seen().status()).isEqualTo(Status.CANCELLED);
        assertThat(trial.end()).isEmpty();
    }

    @Test
    void I4_an_answer_that_is_stored_without_the_graph_is_taken_up_once_whoever_dies() throws Exception {
        Trial trial = trial();
        assertThat(trial.live(FaultPoint.halt("waiting", 1))).isTrue();
        assertThat(trial.live(Deed.SUBMIT, FaultPoint.halt("before-recordAnswer", 1)))
                .isTrue();
        assertThat(trial.status()).isEqualTo(Status.WAITING);
        assertThat(trial.live(Deed.SUBMIT, FaultPoint.halt("after-recordAnswer", 1)))
                .isTrue();
        assertThat(trial.status()).isEqualTo(Status.QUEUED);
        assertThat(trial.live(FaultPoint.halt("before-acquireAnswered", 1))).isTrue();
        assertThat(trial.status()).isEqualTo(Status.QUEUED);

        assertThat(trial.live(FaultPoint.halt("after-acquireAnswered", 1))).isTrue();

        assertThat(trial.seen().checkpoint().step()).isEqualTo("pay");
        assertThat(trial.end()).isEmpty();
    }

    @Test
    void L6_an_owner_sees_a_cancel_whose_process_died_once_it_is_stored() throws Exception {
        Trial trial = trial().inThread();
        FaultPoint before = FaultPoint.pause("inside-fetch", 1);
        FaultPoint after = FaultPoint.pause("inside-book", 2);
        try (Child owner = trial.begin(before, after)) {
            owner.awaitPause(before);
            trial.die(Deed.CANCEL, FaultPoint.halt("before-command", 1));
            owner.goOn(before);
            owner.awaitPause(after);
            trial.die(Deed.CANCEL, FaultPoint.halt("after-command", 1));
            owner.goOn(after);
            assertThat(trial.look(owner)).isFalse();
        }

        assertThat(trial.seen().status()).isEqualTo(Status.CANCELLED);
        assertThat(trial.end()).isEmpty();
    }

    @Test
    void M1_a_mode_that_is_raised_by_a_process_that_dies_disturbs_nobody() throws Exception {
        Trial trial = trial();
        FaultPoint inStep = FaultPoint.pause("inside-fetch", 1);
        try (Child owner = trial.begin(inStep)) {
            owner.awaitPause(inStep);
            trial.die(Deed.RAISE_MODE, FaultPoint.halt("after-command", 1));
            owner.goOn(inStep);
            trial.look(owner);
        }

        assertThat(trial.seen().mode()).isEqualTo(PermissionMode.ACCEPT_EDITS);
        assertThat(trial.log().count("mode-changed")).isEqualTo(1);
        assertThat(trial.end()).isEmpty();
    }

    @Test
    void L1_a_renewal_in_which_its_process_dies_or_that_is_not_answered_costs_the_run_nothing() throws Exception {
        Trial trial = new Trial(store, folder, CrashMatrix.SHORT_LEASE, Duration.ofMillis(20));
        FaultPoint inStep = FaultPoint.pause("inside-plan", 1);
        assertThat(trial.live(inStep, FaultPoint.halt("before-renew", 1))).isTrue();
        try (Child owner =
                trial.begin(inStep, FaultPoint.silence("before-renew", 1), FaultPoint.silence("after-renew", 2))) {
            owner.awaitTimes("after-renew", 2);
            owner.goOn(inStep);
            assertThat(trial.look(owner)).isFalse();
        }

        assertThat(trial.end()).isEmpty();
    }

    @Test
    void L3_a_run_that_was_cut_off_is_ended_once_whoever_dies_doing_so_and_goes_on_when_it_is_retried()
            throws Exception {
        Trial trial = trial().deletedAfterItsEnd();
        trial.live(FaultPoint.halt("inside-fetch", 1));
        assertThat(trial.live(Deed.REAP, FaultPoint.halt("before-end", 1))).isTrue();
        assertThat(trial.seen().status()).isEqualTo(Status.RUNNING);
        assertThat(trial.live(Deed.REAP, FaultPoint.halt("after-end", 1))).isTrue();
        assertThat(trial.seen().status()).isEqualTo(Status.FAILED);

        assertThat(trial.log().count("failed")).isEqualTo(1);
        assertThat(trial.end()).isEmpty();
    }

    @Test
    void R8_a_run_whose_time_is_over_fails_once_whoever_dies_finding_out() throws Exception {
        Trial trial = trial().inThread();
        trial.live(FaultPoint.halt("waiting", 1));
        stores.endTime(store);
        assertThat(trial.live(FaultPoint.halt("before-end", 1))).isTrue();
        assertThat(trial.seen().status()).isEqualTo(Status.WAITING);

        assertThat(trial.live(FaultPoint.halt("after-end", 1))).isTrue();

        assertThat(trial.seen().status()).isEqualTo(Status.FAILED);
        assertThat(trial.log().count("failed")).isEqualTo(1);
        assertThat(trial.violations()).isEmpty();
        assertThat(trial.thread()).isEmpty();
    }
}
