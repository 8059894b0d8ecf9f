package io.stepgraph.testkit.store;

import static io.stepgraph.testkit.store.StoreFixture.commit;
import static io.stepgraph.testkit.store.StoreFixture.newRun;
import static io.stepgraph.testkit.store.StoreFixture.rests;
import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.PermissionMode;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.runtime.graph.StepEntry;
import io.stepgraph.store.NewRun;
import io.stepgraph.store.Retention;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.Start;
import io.stepgraph.store.StateChange;
import io.stepgraph.store.Status;
import io.stepgraph.store.StopReason;
import io.stepgraph.store.StoredRun;
import io.stepgraph.store.ThreadKey;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Starting runs and finding them again. */
@Tag("R8")
@Tag("R10")
@Tag("R12")
@Tag("L1")
@Tag("L4")
@Tag("S1")
interface StartContract extends StoreFixture {

    @Test
    default void R10_a_new_run_is_running_with_token_1_and_revision_1_and_all_it_was_started_with() {
        NewRun run = newRun(KEY);

        StoredRun started = StoreFixture.present(start(run, ANN));

        assertThat(started)
                .isEqualTo(new StoredRun(
                        KEY,
                        started.runNumber(),
                        "example.Review",
                        "print-1",
                        Status.RUNNING,
                        1,
                        ANN,
                        true,
                        1,
                        0,
                        PermissionMode.DEFAULT,
                        null,
                        run.start(),
                        Retention.KEEP_OUTCOME,
                        null,
                        run.checkpoint(),
                        run.state(),
                        null,
                        started.startedAt(),
                        null,
                        started.startedAt().plus(LEASE),
                        null,
                        1,
                        Instant.EPOCH));
        assertThat(find(KEY)).isEqualTo(started);
    }

    @Test
    default void L4_a_start_of_an_id_that_is_there_does_nothing() {
        StoredRun first = started();

        assertThat(start(newRun(KEY), BOB)).isNull();
        assertThat(found(first)).isEqualTo(first);
    }

    @Test
    default void L4_a_start_of_an_id_that_has_ended_does_nothing() {
        StoredRun ended = rested(new StopReason.Completed(Json.of("1")));

        assertThat(start(newRun(KEY), BOB)).isNull();
        assertThat(found(ended)).isEqualTo(ended);
    }

    @Test
    default void L4_scopes_do_not_see_each_others_runs() {
        StoredRun mine = started(new RunKey("mine", "essay-1"));
        StoredRun yours = started(new RunKey("yours", "essay-1"));
        committed(yours, rests(yours, new StopReason.Failed(Json.of("{}"))));

        assertThat(found(mine)).isEqualTo(mine);
        assertThat(find(new RunKey("theirs", "essay-1"))).isNull();
        assertThat(store().delete(new RunKey("theirs", "essay-1"))).isFalse();
    }

    @Test
    default void L4_the_number_of_a_deleted_run_is_not_used_again() {
        StoredRun first = rested(new StopReason.Completed(Json.of("1")));
        assertThat(store().delete(KEY)).isTrue();

        assertThat(started().runNumber()).isGreaterThan(first.runNumber());
    }

    @Test
    default void A_run_that_is_not_there_is_not_found() {
        assertThat(find(KEY)).isNull();
    }

    @Test
    default void R8_the_deadline_counts_from_the_start() {
        StoredRun started = StoreFixture.present(start(newRun(KEY, null, Duration.ofHours(1)), ANN));

        assertThat(started.deadline()).isEqualTo(started.startedAt().plus(Duration.ofHours(1)));
        assertThat(found(started)).isEqualTo(started);
    }

    @Test
    default void L1_the_stores_time_goes_forward() {
        StoredRun before = started(new RunKey("default", "before"));
        pass(Duration.ofMillis(50));

        assertThat(started(new RunKey("default", "after")).startedAt()).isAfter(before.startedAt());
    }

    @Test
    default void S1_documents_come_back_byte_for_byte() {
        Json odd = Json.of("{\"a\" : \"\\u0000 'quoted' ; -- \u00e4\u20ac\ud83d\ude00\", \"a\": 1.0, \"b\":[ ]}");
        StoredRun run = started();

        StoredRun read = committed(
                run,
                commit(
                        1,
                        0,
                        "print-1",
                        new StepEntry("review", odd, 2, 1, 0, 1, odd),
                        new StateChange.Replaced(odd),
                        new StopReason.QuestionAsked("nonce", odd, odd)));

        assertThat(read.state()).isEqualTo(odd);
        assertThat(read.checkpoint().input()).isEqualTo(odd);
        assertThat(read.checkpoint().ruleState()).isEqualTo(odd);
        assertThat(read.stopReason()).isEqualTo(new StopReason.QuestionAsked("nonce", odd, odd));
    }

    @Test
    default void R12_what_a_text_may_not_hold_is_kept_in_every_document_that_escapes_it() {
        Json odd = Json.of("{\"nul\\u0000\":\"\\u0000\",\"half\":\"\\ud800\"}");
        StepEntry first = new StepEntry("draft", odd, 1, 1, 0, 1, odd);
        NewRun run = new NewRun(
                KEY,
                "example.Review",
                "print-1",
                PermissionMode.DEFAULT,
                new Start(odd, odd),
                Retention.KEEP_OUTCOME,
                "chat",
                first,
                odd,
                null,
                List.of(odd));
        StoredRun started = StoreFixture.present(start(run, ANN));
        assertThat(started.start()).isEqualTo(new Start(odd, odd));
        assertThat(started.checkpoint()).isEqualTo(first);

        StoredRun waiting = committed(started, rests(started, new StopReason.QuestionAsked("nonce", odd, odd)));
        StoredRun going = answered(waiting, odd.text());
        StoredRun failed = committed(going, rests(going, new StopReason.Failed(odd)));
        assertThat(failed.stopReason()).isEqualTo(new StopReason.Failed(odd));
        StoredRun again = acquired(failed, ANN);
        StoredRun ended = committed(again, rests(again, new StopReason.Completed(odd)));

        assertThat(ended.stopReason()).isEqualTo(new StopReason.Completed(odd));
        assertThat(store().questions(KEY).get(0).question()).isEqualTo(odd);
        assertThat(store().questions(KEY).get(0).answer()).isEqualTo(odd);
        assertThat(Objects.requireNonNull(store().thread(new ThreadKey("default", "chat")))
                        .state())
                .isEqualTo(odd);
        assertThat(Objects.requireNonNull(store().events(KEY, 0, 1))
                        .batches()
                        .get(0)
                        .events()
                        .text())
                .isEqualTo("[" + odd + "]");
    }

    @Test
    default void S1_a_state_of_5_MB_comes_back() {
        Json large = Json.of("\"" + "0123456789".repeat(500_000) + "\"");
        StoredRun run = started();

        StoredRun read = committed(
                run,
                commit(
                        1,
                        0,
                        "print-1",
                        new StepEntry("review", null, 2, 1, 0, 1, null),
                        new StateChange.Replaced(large),
                        null));

        assertThat(read.state()).isEqualTo(large);
    }

    @Test
    default void Ids_and_names_may_hold_any_text() {
        RunKey odd = new RunKey("sc'ope \u00e4", "id'); drop table runs; -- \ud83d\ude00\n%_\"");

        StoredRun run = started(odd);

        assertThat(found(run)).isEqualTo(run);
        assertThat(find(KEY)).isNull();
    }
}
