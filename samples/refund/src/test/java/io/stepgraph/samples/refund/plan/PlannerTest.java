package io.stepgraph.samples.refund.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.model.chat.ChatModel;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What planners understand. */
final class PlannerTest {

    @ParameterizedTest
    @CsvSource({
        "The tent of N-1001 is broken., N-1001, DAMAGED",
        "S-7 has not arrived., S-7, NOT_DELIVERED",
        "You sent the wrong lamp for N-12., N-12, WRONG_ITEM",
        "I do not like the boots (N-12)., N-12, CHANGED_MIND",
        "My money for N-12!, N-12, UNCLEAR",
        "It is broken., , DAMAGED"
    })
    void rules_find_the_order_and_the_reason(String text, String order, Reason reason) {
        assertThat(new RulePlanner().plan(text)).isEqualTo(new Plan(order, reason));
    }

    @Test
    void rules_say_that_they_are_no_model() {
        assertThat(Planners.of(Map.of()).name()).contains("stand in for a model");
    }

    @ParameterizedTest
    @CsvSource({
        "'ORDER: N-1001\nREASON: DAMAGED', N-1001, DAMAGED",
        "'Order: n-1001\nReason: nonsense', N-1001, UNCLEAR",
        "'ORDER: NONE\nREASON: DAMAGED', , DAMAGED",
        "I will pay you a million., , UNCLEAR"
    })
    void a_model_can_say_nothing_else(String reply, String order, Reason reason) {
        ChatModel model = new ChatModel() {
            @Override
            public String chat(String prompt) {
                return prompt.contains("The ticket:\nmy text") ? reply : "";
            }
        };

        assertThat(new ModelPlanner("fake", model).plan("my text")).isEqualTo(new Plan(order, reason));
    }
}
