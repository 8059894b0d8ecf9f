package io.stepgraph.runtime.store;

import static io.stepgraph.runtime.store.StoreFixture.newRun;
import static io.stepgraph.runtime.store.StoreFixture.rests;
import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.PermissionMode;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Starting runs and finding them again. */
interface StartPromises extends StoreFixture {

    @Test
    default void R10_a_new_run_is_running_with_token_1_and_revision_1_and_all_it_was_started_with() {
        NewRun run = newRun(KEY);

        RunRecord started = store().start(run, ANN);

        assertThat(started)
                .isEqualTo(new RunRecord(
                        KEY,
                        started.incarnation(),
                        "example.Review",
                        "print-1",
                        Status.RUNNING,
                        1,
                        ANN,
                        1,
                        0,
                        PermissionMode.DEFAULT,
                        null,
                        run.start(),
                        run.checkpoint(),
                        null,
                        clock().instant(),
                        null));
        assertThat(store().find(KEY)).isEqualTo(started);
    }

    @Test
    default void L4_a_start_of_an_id_that_is_there_does_nothing() {
        RunRecord first = started();

        assertThat(store().start(newRun(KEY), BOB)).isNull();
        assertThat(found(first)).isEqualTo(first);
    }

    @Test
    default void L4_a_start_of_an_id_that_has_ended_does_nothing() {
        RunRecord ended = rested(new Rest.Succeeded(Json.of("1")));

        assertThat(store().start(newRun(KEY), BOB)).isNull();
        assertThat(found(ended)).isEqualTo(ended);
    }

    @Test
    default void L4_scopes_do_not_see_each_others_runs() {
        RunRecord mine = started(new RunKey("mine", "essay-1"));
        RunRecord yours = started(new RunKey("yours", "essay-1"));
        committed(yours, rests(yours, new Rest.Failed(Json.of("{}"))));

        assertThat(found(mine)).isEqualTo(mine);
        assertThat(store().find(new RunKey("theirs", "essay-1"))).isNull();
        assertThat(store().delete(new RunKey("theirs", "essay-1"))).isFalse();
    }

    @Test
    default void L4_the_number_of_a_deleted_run_is_not_used_again() {
        RunRecord first = rested(new Rest.Succeeded(Json.of("1")));
        assertThat(store().delete(KEY)).isTrue();

        assertThat(started().incarnation()).isGreaterThan(first.incarnation());
    }

    @Test
    default void A_run_that_is_not_there_is_not_found() {
        assertThat(store().find(KEY)).isNull();
    }

    @Test
    default void R8_the_deadline_counts_from_the_stores_clock() {
        NewRun run = newRun(KEY);
        NewRun limited = new NewRun(
                KEY, run.graph(), run.fingerprint(), run.mode(), run.start(), run.checkpoint(), Duration.ofHours(1));
        clock().set(1_750_000_000_123L);

        RunRecord started = store().start(limited, ANN);

        assertThat(started.startedAt()).isEqualTo(Instant.ofEpochMilli(1_750_000_000_123L));
        assertThat(started.deadline()).isEqualTo(Instant.ofEpochMilli(1_750_003_600_123L));
        assertThat(found(started)).isEqualTo(started);
    }

    @Test
    default void L1_the_stores_time_never_goes_back() {
        RunRecord before = started(new RunKey("default", "before"));
        clock().set(before.startedAt().toEpochMilli() - 60_000);

        assertThat(started(new RunKey("default", "after")).startedAt()).isEqualTo(before.startedAt());
    }

    @Test
    default void S1_documents_come_back_byte_for_byte() {
        Json odd = Json.of("{\"a\" : \"\\u0000 'quoted' ; -- \u00e4\u20ac\ud83d\ude00\", \"a\": 1.0, \"b\":[ ]}");
        RunRecord run = started();

        RunRecord read = committed(
                run,
                new Commit(
                        1,
                        0,
                        "print-1",
                        new Checkpoint("review", odd, odd, 2, 1, 0, 1, odd),
                        new Rest.Asked("nonce", odd, odd)));

        assertThat(read.checkpoint().state()).isEqualTo(odd);
        assertThat(read.checkpoint().input()).isEqualTo(odd);
        assertThat(read.checkpoint().marks()).isEqualTo(odd);
        assertThat(read.rest()).isEqualTo(new Rest.Asked("nonce", odd, odd));
    }

    @Test
    default void S1_a_state_of_5_MB_comes_back() {
        Json large = Json.of("\"" + "0123456789".repeat(500_000) + "\"");
        RunRecord run = started();

        RunRecord read = committed(
                run, new Commit(1, 0, "print-1", new Checkpoint("review", null, large, 2, 1, 0, 1, null), null));

        assertThat(read.checkpoint().state()).isEqualTo(large);
    }

    @Test
    default void Ids_and_names_may_hold_any_text() {
        RunKey odd = new RunKey("sc'ope \u00e4", "id'); drop table runs; -- \ud83d\ude00\n%_\"");

        RunRecord run = started(odd);

        assertThat(found(run)).isEqualTo(run);
        assertThat(store().find(KEY)).isNull();
    }
}
