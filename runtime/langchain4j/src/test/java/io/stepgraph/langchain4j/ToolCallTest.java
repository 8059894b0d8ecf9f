package io.stepgraph.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ToolCallTest {

    @Test
    void its_arguments_are_plain_values_with_all_their_digits() {
        ToolCall call = ToolCall.of("1", "pay", """
                {"none": null, "int": 5, "long": 5000000000, "big": 12345678901234567890, "tenth": 0.10, "huge": 1E400,
                 "in": {"a": [1, {}]}}
                """);

        assertThat(call.arguments())
                .containsEntry("none", null)
                .containsEntry("int", 5)
                .containsEntry("long", 5_000_000_000L)
                .containsEntry("big", new BigInteger("12345678901234567890"))
                .containsEntry("tenth", new BigDecimal("0.10"))
                .containsEntry("huge", new BigDecimal("1E400"))
                .containsEntry("in", Map.of("a", List.of(1, Map.of())));
        assertThat(ToolCall.of("1", "pay", call.json())).isEqualTo(call);
    }

    @Test
    void numbers_of_code_are_equal_to_those_of_json() {
        Map<String, Object> arguments =
                Map.of("byte", (byte) 5, "big", BigInteger.TEN, "half", 0.5, "float", 0.1f, "whole", 5L);

        assertThat(new ToolCall("1", "pay", arguments))
                .isEqualTo(ToolCall.of(
                        "1", "pay", "{\"byte\": 5, \"big\": 10, \"half\": 0.5, \"float\": 0.1, \"whole\": 5}"));
    }

    @Test
    void it_does_not_change_with_the_map_it_was_made_of() {
        List<Object> orders = new ArrayList<>(List.of("A-1"));
        Map<String, Object> arguments = new HashMap<>(Map.of("orders", orders));
        ToolCall call = new ToolCall("1", "pay", arguments);

        orders.add("A-2");
        arguments.put("more", 1);

        assertThat(call.arguments()).isEqualTo(Map.of("orders", List.of("A-1")));
        assertThatThrownBy(() -> call.arguments().clear()).isInstanceOf(UnsupportedOperationException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "cents = 5",
                "[]",
                "{} {}",
                "{\"cents\": 5, \"cents\": 500}",
                "{\"a\": {\"cents\": 5, \"cents\": 500}}",
                "{\"cents\": 1E20000}",
                "{\"cents\": 1E99999999999}",
                "{\"cents\": NaN}",
                "{\"text\": \"\\ud83d\"}",
                "{\"\\ud83d\": 1}"
            })
    void arguments_that_cannot_be_read_are_refused_with_words_for_the_model(String json) {
        assertThatThrownBy(() -> ToolCall.of("1", "pay", json))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("The arguments are not a JSON object that can be read. ")
                .hasMessageNotContainingAny("Source:", "null.", "java.")
                .hasMessageEndingWith(".");
    }

    @Test
    void arguments_that_nest_without_end_are_refused() {
        assertThatThrownBy(() -> ToolCall.of("1", "pay", "{\"a\":" + "[".repeat(100_000)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("nesting depth");
    }

    @Test
    void arguments_that_the_conversation_keeps_as_invalid_are_refused_for_their_first_reason() {
        Conversation conversation = CallingAgent.Turn.of(StrictModel.call("1", "pay", "cents = 5")).conversation;
        String kept = conversation.openCalls().get(0).arguments();

        assertThatThrownBy(() -> ToolCall.of("1", "pay", kept))
                .hasMessageStartingWith(
                        "The arguments are not a JSON object that can be read. Unrecognized token 'cents'");
    }

    @Test
    void values_that_json_does_not_have_or_that_cannot_be_stored_are_refused() {
        for (Object value : List.of(Double.NaN, Float.POSITIVE_INFINITY, new BigDecimal("1E20000"), "\ud83d")) {
            assertThatThrownBy(() -> new ToolCall("1", "pay", Map.of("a", Arrays.asList(value, null))))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void an_edit_keeps_the_id_and_the_tool() {
        Proposal proposal = new Proposal("Pay?", ToolCall.of("1", "pay", "{\"cents\": 500}"), "");

        assertThat(proposal.edited("{\"cents\": 400}"))
                .isEqualTo(new Decision.Edited(ToolCall.of("1", "pay", "{\"cents\": 400}")));
        assertThatThrownBy(() -> proposal.edited("400")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void limits_are_above_0() {
        assertThatThrownBy(() -> new Limits(20, 0, 1, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("The limit 'calls' is 0, and must be above 0.");
    }
}
