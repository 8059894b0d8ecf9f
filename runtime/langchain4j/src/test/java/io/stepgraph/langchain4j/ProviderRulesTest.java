package io.stepgraph.langchain4j;

import static io.stepgraph.langchain4j.StrictModel.call;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.request.ChatRequest;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The fake refuses what providers refuse; otherwise the tests that end with {@code refused()} would say nothing. */
final class ProviderRulesTest {
    private static final UserMessage USER = UserMessage.from("Pay order A-1 back.");
    private static final AiMessage HI = AiMessage.from("Hi.");
    private static final SystemMessage SYSTEM = SystemMessage.from("Help.");
    private static final AiMessage PAYS = pays("1", "pay", "{}");
    private static final ToolExecutionResultMessage PAID = paid("1", "Paid.");

    private static AiMessage pays(String id, String tool, String arguments) {
        return AiMessage.from(call(id, tool, arguments));
    }

    private static ToolExecutionResultMessage paid(String id, String text) {
        return ToolExecutionResultMessage.from(id, "pay", text);
    }

    private static Arguments request(String why, ChatMessage... messages) {
        return arguments(why, List.of(messages));
    }

    static Stream<Arguments> refusals() {
        return Stream.of(
                request("The calls [1] have no results.", USER, PAYS, USER),
                request("The calls [1] have no results.", USER, PAYS),
                request("The result '1' has no call before it.", USER, PAID),
                request("The result '1' has no call before it.", USER, PAYS, PAID, PAID),
                request("A call has no id.", USER, pays("", "pay", "{}"), paid("", "Paid.")),
                request("Two calls have the id '1'.", USER, PAYS, PAID, PAYS),
                request("The id of a call is too long.", USER, pays("1".repeat(101), "pay", "{}")),
                request("A call names the tool 'pay back'.", USER, pays("1", "pay back", "{}")),
                request("The arguments of '1' are no JSON object.", USER, pays("1", "pay", "")),
                request("The arguments of '1' are no JSON object.", USER, pays("1", "pay", "[]")),
                request("The arguments of '1' are no JSON object.", USER, pays("1", "pay", "{} {}")),
                request("The first message must be of the user.", SYSTEM, HI),
                request("The last message must be of the user, or a result.", USER, HI),
                request("The text of a message of the user is empty.", UserMessage.from(" ")),
                request("The text of a message of the model is empty.", USER, AiMessage.from(""), USER),
                request("The text of a result is empty.", USER, PAYS, paid("1", "")),
                request("Two messages of the user follow each other.", USER, USER),
                request("Two messages of the model follow each other.", USER, HI, HI, USER));
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void what_providers_refuse_is_refused(String why, List<ChatMessage> messages) {
        ChatRequest request = ChatRequest.builder().messages(messages).build();

        assertThatThrownBy(() -> ProviderRules.check(request)).hasMessage(why);
    }

    @Test
    void two_tools_of_one_name_are_refused() {
        ToolSpecification pay = ToolSpecification.builder().name("pay").build();
        ChatRequest request = ChatRequest.builder()
                .messages(USER)
                .toolSpecifications(pay, pay)
                .build();

        assertThatThrownBy(() -> ProviderRules.check(request)).hasMessage("There are two tools 'pay'.");
    }

    @Test
    void the_rest_is_accepted() {
        ProviderRules.check(ChatRequest.builder()
                .messages(SYSTEM, USER, PAYS, PAID, HI, USER)
                .build());
    }
}
