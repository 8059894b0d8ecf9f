package io.stepgraph.store;

import static io.stepgraph.runtime.testing.Errors.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.PermissionMode;
import io.stepgraph.runtime.graph.Json;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A stop reason as stores keep it: a kind, and a JSON object with plain fields. */
final class StopReasonTest {

    static Stream<Arguments> reasons() {
        return Stream.of(
                Arguments.of(
                        new StopReason.QuestionAsked("n1", Json.of("{\"text\": \"é?\"}"), Json.of("[ 1,{} ]")),
                        "asked",
                        "{\"nonce\":\"n1\",\"question\":{\"text\": \"é?\"},\"answerSchema\":[ 1,{} ]}"),
                Arguments.of(
                        new StopReason.Answered("n1", Json.of("-1.50"), "ann \"a\""),
                        "answered",
                        "{\"nonce\":\"n1\",\"answer\":-1.50,\"by\":\"ann \\\"a\\\"\"}"),
                Arguments.of(
                        new StopReason.Answered("n1", Json.of("null"), null),
                        "answered",
                        "{\"nonce\":\"n1\",\"answer\":null}"),
                Arguments.of(new StopReason.Delayed(), "delayed", "{}"),
                Arguments.of(
                        new StopReason.Parked("Step 'a'\nwaits", PermissionMode.ACCEPT_EDITS),
                        "parked",
                        "{\"reason\":\"Step 'a'\\nwaits\",\"requiredMode\":\"ACCEPT_EDITS\"}"),
                Arguments.of(new StopReason.Parked("A hook", null), "parked", "{\"reason\":\"A hook\"}"),
                Arguments.of(new StopReason.Completed(Json.of("\"a } b\"")), "completed", "{\"output\":\"a } b\"}"),
                Arguments.of(new StopReason.Completed(Json.of("12")), "completed", "{\"output\":12}"),
                Arguments.of(new StopReason.Completed(Json.of("true")), "completed", "{\"output\":true}"),
                Arguments.of(
                        new StopReason.Failed(Json.of("{\"code\":\"X\"}")), "failed", "{\"failure\":{\"code\":\"X\"}}"),
                Arguments.of(
                        new StopReason.Failed(Json.of("{}"), "a.B: é\n\tat a.B.c"),
                        "failed",
                        "{\"failure\":{},\"trace\":\"a.B: é\\n\\tat a.B.c\"}"),
                Arguments.of(new StopReason.Cancelled("d\u0000ve"), "cancelled", "{\"by\":\"d\\u0000ve\"}"));
    }

    @ParameterizedTest
    @MethodSource("reasons")
    void A_reason_is_written_as_a_kind_and_json_and_read_back_as_it_was(StopReason reason, String kind, String json) {
        assertThat(reason.kind()).isEqualTo(kind);
        assertThat(reason.json()).hasToString(json);
        assertThat(StopReason.of(kind, Json.of(json))).isEqualTo(reason);
    }

    @Test
    void A_large_and_deep_document_is_read_back() {
        String deep = "[".repeat(5_000) + "\"" + "x".repeat(30_000_000) + "\"" + "]".repeat(5_000);
        StopReason reason = new StopReason.Completed(Json.of(deep));

        assertThat(StopReason.of(reason.kind(), reason.json()).equals(reason)).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "asked     | {\"nonce\":\"n\",\"question\":1}     | 'answerSchema'",
                "asked     | {\"nonce\":7,\"question\":1}         | 'nonce'",
                "parked    | {\"reason\":\"a\",\"requiredMode\":\"X\"} | 'X'",
                "completed | [1]                                  | not a JSON object",
                "completed | {\"output\":                         | not JSON",
                "finished  | {}                                   | 'finished'"
            })
    void A_damaged_reason_is_refused_and_the_message_names_the_damage(String kind, String json, String named) {
        assertThrown(IllegalArgumentException.class, () -> StopReason.of(kind, Json.of(json)), named);
    }
}
