package io.stepgraph.testkit.store;

import static io.stepgraph.testkit.store.StoreFixture.newRun;
import static io.stepgraph.testkit.store.StoreFixture.rests;
import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.PermissionMode;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.runtime.graph.StepEntry;
import io.stepgraph.store.NewRun;
import io.stepgraph.store.Retention;
import io.stepgraph.store.Status;
import io.stepgraph.store.StopReason;
import io.stepgraph.store.StoredRun;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Starting runs and finding them again. */
@Tag("R10")
@Tag("R12")
@Tag("L4")
@Tag("S1")
interface StartContract extends StoreFixture {
    Json ESCAPED = Json.of("{\"nul\\u0000\":\"\\u0000\",\"half\":\"\\ud800\"}");

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
                        null,
                        null,
                        Instant.EPOCH));
        assertThat(find(KEY)).isEqualTo(started);
    }

    @Test
    default void L4_a_start_of_an_id_that_is_there_does_nothing_although_it_has_ended() {
        StoredRun first = started();
        assertThat(start(newRun(KEY), BOB)).isNull();
        assertThat(found(first)).isEqualTo(first);

        StoredRun ended = committed(first, rests(first, COMPLETED));
        assertThat(start(newRun(KEY), BOB)).isNull();
        assertThat(found(ended)).isEqualTo(ended);
    }

    @Test
    default void L4_the_number_of_a_deleted_run_is_not_used_again() {
        StoredRun first = rested(COMPLETED);
        assertThat(store().removals().delete(KEY)).isTrue();

        assertThat(started().runNumber()).isGreaterThan(first.runNumber());
    }

    /** The second has what a text may not hold, escaped. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"a\" : \"\\u0000 'quoted' ; -- \u00e4\u20ac\ud83d\ude00\", \"a\": 1.0, \"b\":[ ]}",
                "{\"nul\\u0000\":\"\\u0000\",\"half\":\"\\ud800\"}"
            })
    default void S1_R12_every_document_comes_back_byte_for_byte(String text) {
        Json odd = Json.of(text);
        StepEntry first = new StepEntry("draft", odd, 1, 1, 0, 1, odd);
        NewRun run = new NewRun(
                KEY,
                "example.Review",
                "print-1",
                PermissionMode.DEFAULT,
                odd,
                Retention.KEEP_OUTCOME,
                "chat",
                false,
                first,
                odd,
                null,
                List.of(ESCAPED),
                null,
                Map.of());
        StoredRun started = StoreFixture.present(start(run, ANN));
        assertThat(started.start()).isEqualTo(odd);
        assertThat(started.checkpoint()).isEqualTo(first);
        assertThat(started.state()).isEqualTo(odd);

        StoredRun waiting = committed(started, rests(started, new StopReason.QuestionAsked("nonce", odd, odd)));
        StoredRun going = answered(waiting, odd.text());
        StoredRun failed = committed(going, rests(going, new StopReason.Failed(odd)));
        assertThat(failed.stopReason()).isEqualTo(new StopReason.Failed(odd));
        StoredRun again = acquired(failed, ANN);
        StoredRun ended = committed(again, rests(again, new StopReason.Completed(odd)));

        assertThat(ended.stopReason()).isEqualTo(new StopReason.Completed(odd));
        assertThat(store().log().questions(KEY).get(0).question()).isEqualTo(odd);
        assertThat(store().log().questions(KEY).get(0).answer()).isEqualTo(odd);
        assertThat(chat().state()).isEqualTo(odd);
        assertThat(log(KEY, 0, 1).batches().get(0).events().text()).isEqualTo("[" + ESCAPED + "]");
    }

    @Test
    default void S1_a_state_of_5_MB_comes_back() {
        Json large = Json.of("\"" + "0123456789".repeat(500_000) + "\"");
        StoredRun run = started();

        StoredRun read = committed(run, StoreFixture.goesOn(run, StoreFixture.at("review", 2), large));

        assertThat(read.state()).isEqualTo(large);
    }
}
