package io.stepgraph.testkit.store;

import static io.stepgraph.testkit.store.StoreFixture.commit;
import static io.stepgraph.testkit.store.StoreFixture.goesOn;
import static io.stepgraph.testkit.store.StoreFixture.key;
import static io.stepgraph.testkit.store.StoreFixture.rests;
import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.PermissionMode;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.runtime.graph.StepEntry;
import io.stepgraph.store.Retention;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.Status;
import io.stepgraph.store.StopReason;
import io.stepgraph.store.StoredRun;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The data of a run that has paused or ended, and its removal. */
@Tag("R2")
@Tag("S3")
interface StopReasonContract extends StoreFixture {

    static Stream<StopReason> everyRest() {
        return Stream.of(
                StoreFixture.question(),
                new StopReason.Waits(),
                new StopReason.Listens(),
                new StopReason.Parked("Step 'revise' requires ACCEPT_EDITS mode.", PermissionMode.ACCEPT_EDITS),
                new StopReason.Parked("Not on Sundays.", null),
                new StopReason.Completed(Json.of("{\"done\":true}")),
                new StopReason.Failed(Json.of("{\"code\":\"STEP_FAILED\"}")),
                new StopReason.Failed(Json.of("{}"), "a.B: \"ä€😀\" \u0000\n\tat a.B.c(B.java:1)"),
                new StopReason.Cancelled("dave"));
    }

    @ParameterizedTest
    @MethodSource("io.stepgraph.testkit.store.StopReasonContract#everyRest")
    default void R2_a_run_at_rest_is_nobodys_and_says_why(StopReason stopReason) {
        StoredRun run = rested(stopReason);

        assertThat(run.stopReason()).isEqualTo(stopReason);
        assertThat(run.status()).isEqualTo(stopReason.status());
        assertThat(run.owner()).isNull();
        assertThat(run.revision()).isEqualTo(2);
        assertThat(run.fencingToken()).isEqualTo(1);
        assertThat(run.checkpoint().step()).isEqualTo("approve");
        assertThat(run.checkpoint().visit()).isEqualTo(2);
        assertThat(run.retention()).isEqualTo(Retention.KEEP_OUTCOME);
        assertThat(run.cancelRequestedBy()).isEqualTo(stopReason instanceof StopReason.Cancelled ? "dave" : null);
    }

    @ParameterizedTest
    @MethodSource("io.stepgraph.testkit.store.StopReasonContract#everyRest")
    default void S3_only_a_run_that_can_go_on_keeps_its_state_input_and_what_it_was_started_with(
            StopReason stopReason) {
        StoredRun run = started();
        Json state = Json.of("{\"draft\":\"last\"}");
        Json input = Json.of("\"why\"");
        Json ruleState = Json.of("{\"visits\":{\"approve\":1}}");

        StepEntry next = new StepEntry("approve", input, 2, 1, 0, 1, ruleState);
        StoredRun last = committed(run, commit(1, 0, "print-1", next, state, stopReason));

        boolean kept = stopReason.status() == Status.WAITING || stopReason.status() == Status.FAILED;
        assertThat(last.start()).isEqualTo(kept ? START : null);
        assertThat(last.state()).isEqualTo(kept ? state : null);
        assertThat(last.checkpoint().input()).isEqualTo(kept ? input : null);
        assertThat(last.checkpoint().ruleState()).isEqualTo(kept ? ruleState : null);
    }

    @ParameterizedTest
    @MethodSource("io.stepgraph.testkit.store.StopReasonContract#everyRest")
    default void Only_a_run_that_has_ended_is_deleted(StopReason stopReason) {
        StoredRun run = rested(stopReason);
        boolean ended = stopReason.status().isEnd();

        assertThat(store().removals().delete(KEY)).isEqualTo(ended);
        assertThat(find(KEY)).isEqualTo(ended ? null : run);
        assertThat(store().removals().delete(key("nobody"))).isFalse();
    }

    @Test
    default void A_run_that_is_running_or_queued_is_not_deleted() {
        StoredRun run = started();
        assertThat(store().removals().delete(KEY)).isFalse();

        StoredRun queued = released(run);
        assertThat(store().removals().delete(KEY)).isFalse();
        assertThat(found(run)).isEqualTo(queued);
    }

    @Test
    default void A_run_is_deleted_with_its_questions_and_starts_again() {
        StoredRun waiting = rested(StoreFixture.question());
        StoredRun going = answered(waiting, "\"yes\"");
        committed(going, rests(going, COMPLETED));

        assertThat(store().removals().delete(KEY)).isTrue();
        assertThat(store().removals().delete(KEY)).isFalse();

        StoredRun again = started();
        StoredRun reviewed = committed(again, goesOn(again, StoreFixture.at("review", 2)));
        assertThat(reviewed.fencingToken()).isEqualTo(1);
        assertThat(reviewed.stopReason()).isNull();
    }

    @Test
    default void S3_runs_that_ended_long_ago_are_pruned_the_oldest_first_and_no_others() {
        StoredRun oldest = rested(key("oldest"), COMPLETED);
        pass(Duration.ofMillis(50));
        StoredRun older = rested(key("older"), COMPLETED);
        pass(Duration.ofMillis(50));
        StoredRun waiting = started(key("waiting"));
        committed(waiting, rests(waiting, StoreFixture.question()));
        StoredRun elsewhere = rested(new RunKey("other", "oldest"), COMPLETED);
        Instant before =
                StoreFixture.present(store().runs().find(waiting.key())).readAt();
        pass(Duration.ofMillis(50));
        StoredRun young = rested(key("young"), COMPLETED);

        assertThat(store().removals().prune("default", before, 1)).isEqualTo(1);
        assertThat(find(oldest.key())).isNull();
        assertThat(store().removals().prune("default", before, 10)).isEqualTo(1);
        assertThat(find(older.key())).isNull();
        assertThat(store().removals().prune("default", before, 10)).isZero();
        assertThat(find(young.key())).isNotNull();
        assertThat(find(waiting.key())).isNotNull();
        assertThat(find(elsewhere.key())).isNotNull();
        assertThat(store().removals().prune("default", Instant.MIN, 10)).isZero();
        assertThat(store().removals().prune("default", Instant.MAX, 10)).isEqualTo(1);
    }
}
