package io.stepgraph.testkit.store;

import static io.stepgraph.testkit.store.Errors.assertThrown;
import static io.stepgraph.testkit.store.StoreFixture.at;
import static io.stepgraph.testkit.store.StoreFixture.commit;
import static io.stepgraph.testkit.store.StoreFixture.goesOn;
import static io.stepgraph.testkit.store.StoreFixture.question;
import static io.stepgraph.testkit.store.StoreFixture.rests;
import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.runtime.graph.StepEntry;
import io.stepgraph.store.Commit;
import io.stepgraph.store.Status;
import io.stepgraph.store.StopReason;
import io.stepgraph.store.StoredRun;
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
    Json SECOND = Json.of("{\"draft\":\"second\"}");

    @Test
    default void R2_a_commit_holds_where_the_run_goes_on() {
        StoredRun run = started();
        StepEntry next = new StepEntry("review", Json.of("[1]"), 2, 3, 0, 2, Json.of("{\"review\":1}"));

        assertStored(run, commit(1, 0, "print-2", next, SECOND, null));

        StoredRun read = found(run);
        assertThat(read.checkpoint()).isEqualTo(next);
        assertThat(read.state()).isEqualTo(SECOND);
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
    default void R11_a_commit_sent_again_is_stored_once_although_control_has_moved_and_no_other_is_taken_for_it() {
        StoredRun run = started();
        Commit commit = goesOn(run, at("review", 2), SECOND);
        StoredRun once = committed(run, commit);

        assertStored(run, commit);
        assertThat(found(run)).isEqualTo(once);
        assertThat(log(KEY, 0, 10).batches()).hasSize(2);

        assertRefused(run, goesOn(run, at("review", 2), Json.of("{}")));
        assertRefused(run, goesOn(run, at("draft", 2), SECOND));
        assertRefused(run, rests(run, question()));
        assertRefused(run, commit(3, 0, "print-1", at("review", 2), null));
        assertThat(found(run)).isEqualTo(once);

        StoredRun moved = command(KEY, CANCEL);
        assertStored(run, commit);
        assertThat(found(run)).isEqualTo(moved);
    }

    @ParameterizedTest
    @MethodSource("io.stepgraph.testkit.store.StopReasonContract#everyRest")
    default void R11_a_commit_to_rest_sent_again_is_stored_once_whatever_came_from_outside(StopReason stopReason) {
        StoredRun run = started();
        StoredRun once = committed(run, rests(run, stopReason));

        assertStored(run, rests(run, stopReason));
        assertThat(found(run)).isEqualTo(once);

        command(KEY, PLAN);
        StoredRun cancelled = command(KEY, CANCEL);
        assertStored(run, rests(run, stopReason));
        assertThat(found(run)).isEqualTo(cancelled);
    }

    @Test
    default void L1_a_stale_owner_is_told_and_changes_nothing() {
        StoredRun run = started();
        StoredRun taken = acquired(run, BOB);

        assertThrown(
                ErrorCode.LEASE_LOST,
                () -> store().runs().commit(run.lease(LEASE), goesOn(run, at("review", 2))),
                "essay-1");
        assertRefused(run, goesOn(taken, at("review", 2)));
        assertRefused(run, rests(taken, question()));
        assertThat(found(run)).isEqualTo(taken);
    }

    @Test
    default void L1_a_run_given_back_takes_no_commit() {
        StoredRun run = started();
        StoredRun queued = released(run);

        assertRefused(run, goesOn(queued, at("review", 2)));
        assertThat(found(run)).isEqualTo(queued);
    }

    @ParameterizedTest
    @MethodSource("io.stepgraph.testkit.store.StopReasonContract#everyRest")
    default void L1_a_run_at_rest_takes_no_commit(StopReason stopReason) {
        StoredRun run = rested(stopReason);

        assertRefused(run, goesOn(run, at("review", 3)));
        assertThat(found(run)).isEqualTo(run);
    }

    @Test
    default void L4_a_deleted_run_does_not_touch_its_namesake() {
        StoredRun first = started();
        committed(first, rests(first, COMPLETED));
        store().removals().delete(KEY);
        assertRefused(first, goesOn(first, at("review", 2)));
        StoredRun namesake = started();

        assertRefused(first, goesOn(first, at("review", 2)));
        store().runs().release(first.lease(LEASE));
        assertThat(found(namesake)).isEqualTo(namesake);
    }
}
