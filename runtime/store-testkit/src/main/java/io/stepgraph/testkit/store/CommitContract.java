package io.stepgraph.testkit.store;

import static io.stepgraph.testkit.store.StoreFixture.at;
import static io.stepgraph.testkit.store.StoreFixture.commit;
import static io.stepgraph.testkit.store.StoreFixture.goesOn;
import static io.stepgraph.testkit.store.StoreFixture.question;
import static io.stepgraph.testkit.store.StoreFixture.rests;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepgraph.PermissionMode;
import io.stepgraph.runtime.LeaseLostException;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.runtime.graph.StepEntry;
import io.stepgraph.store.Commit;
import io.stepgraph.store.CommitResult;
import io.stepgraph.store.RunCommand;
import io.stepgraph.store.StateChange;
import io.stepgraph.store.Status;
import io.stepgraph.store.StopReason;
import io.stepgraph.store.StoredRun;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Commits under a good lease, a lost one, and of unknown fate. */
@Tag("R2")
@Tag("R11")
@Tag("L1")
@Tag("L4")
interface CommitContract extends StoreFixture {
    StateChange.Replaced SECOND = new StateChange.Replaced(Json.of("{\"draft\":\"second\"}"));

    @Test
    default void R2_a_commit_holds_where_the_run_goes_on() {
        StoredRun run = started();
        StepEntry next = new StepEntry("review", Json.of("[1]"), 2, 3, 0, 2, Json.of("{\"review\":1}"));

        assertThat(store().commit(run.lease(LEASE), commit(1, 0, "print-2", next, SECOND, null)))
                .isEqualTo(CommitResult.STORED);

        StoredRun read = found(run);
        assertThat(read.checkpoint()).isEqualTo(next);
        assertThat(read.state()).isEqualTo(SECOND.state());
        assertThat(read.fingerprint()).isEqualTo("print-2");
        assertThat(read.status()).isEqualTo(Status.RUNNING);
        assertThat(read.owner()).isEqualTo(ANN);
        assertThat(read.revision()).isEqualTo(2);
        assertThat(read.fencingToken()).isEqualTo(1);
        assertThat(read.commandVersion()).isZero();
        assertThat(read.start()).isEqualTo(run.start());
        assertThat(read.startedAt()).isEqualTo(run.startedAt());
    }

    @Test
    default void R2_a_commit_that_leaves_the_state_unchanged_keeps_the_stored_one_and_nothing_else() {
        StoredRun run = started();

        StoredRun read = committed(run, goesOn(run, at("review", 2)));

        assertThat(read.checkpoint()).isEqualTo(new StepEntry("review", null, 2, 1, 0, 1, null));
        assertThat(read.state()).isEqualTo(STATE);
    }

    @Test
    default void R2_a_commit_that_appends_to_the_state_is_refused_and_nothing_is_written() {
        StoredRun run = started();
        StateChange appended = new StateChange.Appended("messages", List.of(Json.of("1")));
        for (StopReason stopReason : Arrays.asList(null, question(), new StopReason.Completed(Json.of("1")))) {
            Commit commit = commit(1, 0, "print-1", at("review", 2), appended, stopReason);

            assertThatThrownBy(() -> store().commit(run.lease(LEASE), commit))
                    .isInstanceOf(UnsupportedOperationException.class)
                    .hasMessageContainingAll("'messages'", "Replaced");
        }

        assertThat(found(run)).isEqualTo(run);
        assertThat(store().questions(KEY)).isEmpty();
        assertThat(committed(run, goesOn(run, at("review", 2), SECOND)).state()).isEqualTo(SECOND.state());
    }

    @Test
    default void R11_a_commit_with_another_state_is_not_taken_for_the_stored_one() {
        StoredRun run = started();
        StoredRun once = committed(run, goesOn(run, at("review", 2), SECOND));

        assertThat(store().commit(run.lease(LEASE), goesOn(run, at("review", 2), SECOND)))
                .isEqualTo(CommitResult.STORED);
        StateChange other = new StateChange.Replaced(Json.of("{}"));
        assertThatThrownBy(() -> store().commit(run.lease(LEASE), goesOn(run, at("review", 2), other)))
                .isInstanceOf(LeaseLostException.class);
        assertThat(found(run)).isEqualTo(once);
    }

    @Test
    default void R2_commits_follow_one_another_under_one_lease() {
        StoredRun run = started();
        for (int visit = 2; visit <= 20; visit++) {
            assertThat(store().commit(
                                    run.lease(LEASE),
                                    commit(visit - 1, 0, "print-1", at("step-" + visit % 2, visit), null)))
                    .isEqualTo(CommitResult.STORED);
        }
        assertThat(found(run).revision()).isEqualTo(20);
        assertThat(found(run).checkpoint().visit()).isEqualTo(20);
    }

    @Test
    default void R11_a_commit_sent_again_is_stored_once() {
        StoredRun run = started();
        StoredRun once = committed(run, goesOn(run, at("review", 2)));

        assertThat(store().commit(run.lease(LEASE), goesOn(run, at("review", 2))))
                .isEqualTo(CommitResult.STORED);
        assertThat(found(run)).isEqualTo(once);
    }

    @ParameterizedTest
    @MethodSource("io.stepgraph.testkit.store.StopReasonContract#everyRest")
    default void R11_a_commit_to_rest_sent_again_is_stored_once(StopReason stopReason) {
        StoredRun run = started();
        StoredRun once = committed(run, rests(run, stopReason));

        assertThat(store().commit(run.lease(LEASE), rests(run, stopReason))).isEqualTo(CommitResult.STORED);
        assertThat(found(run)).isEqualTo(once);
    }

    @ParameterizedTest
    @MethodSource("io.stepgraph.testkit.store.StopReasonContract#everyRest")
    default void R11_a_commit_sent_again_is_stored_whatever_came_from_outside_in_between(StopReason stopReason) {
        StoredRun run = started();
        committed(run, rests(run, stopReason));
        command(KEY, new RunCommand.SetMode(PermissionMode.PLAN, "dave"));
        StoredRun cancelled = command(KEY, new RunCommand.Cancel("dave"));

        assertThat(store().commit(run.lease(LEASE), rests(run, stopReason))).isEqualTo(CommitResult.STORED);
        assertThat(found(run)).isEqualTo(cancelled);
    }

    @Test
    default void R11_a_commit_that_goes_on_sent_again_is_stored_although_control_has_moved() {
        StoredRun run = started();
        committed(run, goesOn(run, at("review", 2)));
        StoredRun moved = command(KEY, new RunCommand.Cancel("dave"));

        assertThat(store().commit(run.lease(LEASE), goesOn(run, at("review", 2))))
                .isEqualTo(CommitResult.STORED);
        assertThat(found(run)).isEqualTo(moved);
    }

    @Test
    default void R11_another_commit_on_an_older_revision_is_not_taken_for_the_stored_one() {
        StoredRun run = started();
        StoredRun once = committed(run, goesOn(run, at("review", 2)));

        assertThatThrownBy(() -> store().commit(run.lease(LEASE), goesOn(run, at("draft", 2))))
                .isInstanceOf(LeaseLostException.class);
        assertThatThrownBy(() -> store().commit(run.lease(LEASE), rests(run, question())))
                .isInstanceOf(LeaseLostException.class);
        assertThat(found(run)).isEqualTo(once);
    }

    @Test
    default void R11_a_commit_on_a_revision_that_is_not_there_is_refused() {
        StoredRun run = started();

        assertThatThrownBy(() -> store().commit(run.lease(LEASE), commit(2, 0, "print-1", at("review", 2), null)))
                .isInstanceOf(LeaseLostException.class);
        assertThat(found(run)).isEqualTo(run);
    }

    @Test
    default void L1_a_stale_owner_is_told_and_changes_nothing() {
        StoredRun run = started();
        StoredRun taken = acquired(run, BOB);

        assertThatThrownBy(() -> store().commit(run.lease(LEASE), goesOn(run, at("review", 2))))
                .isInstanceOf(LeaseLostException.class)
                .hasMessageContaining("essay-1");
        assertThatThrownBy(() -> store().commit(run.lease(LEASE), goesOn(taken, at("review", 2))))
                .isInstanceOf(LeaseLostException.class);
        assertThatThrownBy(() -> store().commit(run.lease(LEASE), rests(taken, question())))
                .isInstanceOf(LeaseLostException.class);
        assertThat(found(run)).isEqualTo(taken);
    }

    @Test
    default void L1_a_run_given_back_takes_no_commit() {
        StoredRun run = started();
        StoredRun queued = released(run);

        assertThatThrownBy(() -> store().commit(run.lease(LEASE), goesOn(queued, at("review", 2))))
                .isInstanceOf(LeaseLostException.class);
        assertThat(found(run)).isEqualTo(queued);
    }

    @ParameterizedTest
    @MethodSource("io.stepgraph.testkit.store.StopReasonContract#everyRest")
    default void L1_a_run_at_rest_takes_no_commit(StopReason stopReason) {
        StoredRun run = rested(stopReason);

        assertThatThrownBy(() -> store().commit(run.lease(LEASE), goesOn(run, at("review", 3))))
                .isInstanceOf(LeaseLostException.class);
        assertThat(found(run)).isEqualTo(run);
    }

    @Test
    default void L4_a_deleted_run_does_not_touch_its_namesake() {
        StoredRun first = started();
        committed(first, rests(first, new StopReason.Completed(Json.of("1"))));
        store().delete(KEY);
        assertThatThrownBy(() -> store().commit(first.lease(LEASE), goesOn(first, at("review", 2))))
                .isInstanceOf(LeaseLostException.class);
        StoredRun namesake = started();

        assertThatThrownBy(() -> store().commit(first.lease(LEASE), goesOn(first, at("review", 2))))
                .isInstanceOf(LeaseLostException.class);
        store().release(first.lease(LEASE));
        assertThat(found(namesake)).isEqualTo(namesake);
    }
}
