package io.stepgraph.langchain4j;

import static io.stepgraph.langchain4j.CallingAgent.texts;
import static io.stepgraph.langchain4j.StrictModel.call;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.langchain4j.agent.tool.ReturnBehavior;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.image.Image;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.service.tool.ToolExecutor;
import dev.langchain4j.service.tool.ToolProvider;
import dev.langchain4j.service.tool.ToolProviderResult;
import io.stepgraph.PermissionMode;
import io.stepgraph.langchain4j.CallingAgent.Turn;
import io.stepgraph.langchain4j.CallingAgentGraph.Outcome;
import io.stepgraph.langchain4j.Decision.Rejected;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which objects are tools, what the model is told of them, and the calls of those that read. */
@Tag("K4")
@Tag("K5")
@SuppressWarnings("UnusedMethod") // LangChain4j calls the tools.
final class ToolsTest {
    private static final ToolExecutor DONE = (request, memory) -> "Done.";

    private final List<ToolResult> events = new CopyOnWriteArrayList<>();

    private List<String> results(Tools tools, ToolExecutionRequest... calls) {
        Outcome outcome = CallingAgentGraph.of(new CallingAgent(tools))
                .machine(PermissionMode.DEFAULT, events::add)
                .start(Turn.of(calls));
        return texts(outcome);
    }

    private static ToolSpecification named(String name) {
        return ToolSpecification.builder().name(name).build();
    }

    // Which objects are tools.

    static final class OnlyReads {
        @Tool
        String find(Acting acting) {
            return acting.key();
        }
    }

    static final class Returns {
        @Tool(returnBehavior = ReturnBehavior.IMMEDIATE)
        String pay() {
            return "Paid.";
        }
    }

    static final class Later {
        @Tool
        @Acts
        CompletableFuture<String> pay() {
            return new CompletableFuture<>();
        }
    }

    private static Arguments mistake(String told, ThrowingCallable made) {
        return arguments(told, made);
    }

    static Stream<Arguments> mistakes() {
        Conversation open = Turn.of(call("1", "refund", "{}")).conversation;
        ToolProvider returning = request -> ToolProviderResult.builder()
                .add(named("pay"), DONE, ReturnBehavior.IMMEDIATE_IF_LAST)
                .build();
        return Stream.of(
                mistake(
                        "OnlyReads.find takes Acting, but only reads. Add @Acts if it changes something, or remove the"
                                + " parameter.",
                        () -> Tools.of(new OnlyReads())),
                mistake(
                        "There are two tools 'pay'. Rename one of them.",
                        () -> Tools.builder().add(named("pay"), DONE, Does.READ).add(named("pay"), DONE, Does.READ)),
                mistake(
                        "There is no tool 'refnd' among [close, find, mail, note, refund].",
                        () -> Tools.builder()
                                .add(new Shop())
                                .does("refnd", Does.act())
                                .build()),
                mistake(
                        "Returns.pay returns to the caller and not to the model, which an agent with steps does not do."
                                + " Remove returnBehavior, and end the run in a step.",
                        () -> Tools.of(new Returns())),
                mistake(
                        "Later.pay returns a CompletableFuture, before there is a result. Wait for it in the method, and"
                                + " return its value.",
                        () -> Tools.of(new Later())),
                mistake(
                        "pay returns to the caller and not to the model, which an agent with steps does not do."
                                + " Remove returnBehavior, and end the run in a step.",
                        () -> Tools.builder().add(returning, Does::byHints)),
                mistake(
                        "The question of the tool 'note' has {sum}, which is no argument. There are [order].",
                        () -> Tools.builder()
                                .add(new Shop())
                                .does("note", Does.act().ask("Note {sum}?"))
                                .build()),
                mistake("java.lang.String has no method with @Tool.", () -> Tools.of("text")),
                mistake(
                        "Models cannot call a tool of the name 'files/read'. Use 1 to 64 of the characters a-z, A-Z,"
                                + " 0-9, _ and -.",
                        () -> Tools.builder().add(named("files/read"), DONE, Does.READ)),
                mistake("Does.READ only reads. Begin with Does.act().", () -> Does.READ.ask("Look?")),
                mistake(
                        "The timeout must be longer than zero, not PT0S.",
                        () -> Does.act().timeout(Duration.ZERO)),
                mistake(
                        "The question is empty. Say what a person approves.",
                        () -> Does.act().ask(" ")),
                mistake(
                        "The calls [refund] have no results yet. Lead the run through steps that call read, act and,"
                                + " after an approval, act(Answered), before the model; or close them with closed().",
                        () -> Tools.of(new Shop()).request("", open, 1_000)));
    }

    @ParameterizedTest
    @MethodSource("mistakes")
    void a_mistake_is_told(String told, ThrowingCallable made) {
        assertThatThrownBy(made)
                .isInstanceOfAny(IllegalArgumentException.class, IllegalStateException.class)
                .hasMessage(told);
    }

    @Test
    void a_method_that_takes_acting_may_act_by_its_description() {
        Tools tools =
                Tools.builder().add(new OnlyReads()).does("find", Does.act()).build();

        assertThat(results(tools, call("1", "find", "{}"))).hasSize(1).doesNotContain("");
    }

    @Test
    void of_a_method_that_was_overridden_the_new_one_counts() {
        Tools tools = Tools.of(new Looks() {
            @Override
            @Tool
            String empty() {
                return "over";
            }
        });

        assertThat(results(tools, call("1", "empty", "{}"))).containsExactly("over");
    }

    // What the model is told.

    @Test
    void a_request_has_the_system_the_messages_and_the_tools_by_name() {
        Conversation hello = Conversation.EMPTY.with(UserMessage.from("Hello."));
        Tools tools = Tools.builder()
                .add(named("zoom"), DONE, Does.READ)
                .add(new Shop())
                .build();
        ChatRequest request = tools.request("You help.", hello, 1_000);

        assertThat(request.messages()).containsExactly(SystemMessage.from("You help."), UserMessage.from("Hello."));
        assertThat(request.toolSpecifications())
                .extracting(ToolSpecification::name)
                .containsExactly("close", "find", "mail", "note", "refund", "zoom");
        assertThat(tools.request("", hello, 1_000).messages()).isEqualTo(hello.messages());
    }

    // Calls that read.

    @Test
    void reading_calls_of_a_turn_run_at_once() {
        CyclicBarrier both = new CyclicBarrier(2);
        ToolExecutor meeting = (request, memory) -> {
            try {
                return "met " + both.await(30, TimeUnit.SECONDS);
            } catch (Exception alone) {
                throw new IllegalStateException(alone);
            }
        };
        Tools tools = Tools.builder().add(named("look"), meeting, Does.READ).build();

        assertThat(results(tools, call("1", "look", "{}"), call("2", "look", "{}")))
                .containsExactlyInAnyOrder("met 0", "met 1");
    }

    @Test
    void an_exception_of_a_reading_tool_is_a_result() {
        assertThat(results(Tools.of(new Looks()), call("1", "image", "{}"), call("2", "broken", "{}")))
                .containsExactly("[image, which cannot be shown here]", "Error: java.io.IOException");
        assertThat(events)
                .containsExactlyInAnyOrder(
                        new ToolResult("1", "image", "[image, which cannot be shown here]", false),
                        new ToolResult("2", "broken", "Error: java.io.IOException", true));
    }

    @Test
    void a_result_without_an_event_is_not_told() {
        Tools tools = Tools.builder()
                .add(named("quiet"), DONE, Does.READ)
                .add(named("act"), DONE, Does.act())
                .build();

        assertThat(results(tools, call("1", "quiet", "{}"), call("2", "act", "{}")))
                .hasSize(2);
        assertThat(events).containsExactly(new ToolResult("2", "act", "Done.", false));
    }

    static class Looks {
        @Tool
        String empty() {
            return "";
        }

        @Tool
        String half() {
            return "a \ud83d";
        }

        @Tool
        String longer() {
            return "0123456789".repeat(10);
        }

        @Tool
        Image image() {
            return Image.builder().url("https://example.com/a.png").build();
        }

        @Tool
        String broken() throws IOException {
            throw new IOException();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "empty, (no text)",
        "half, a ?",
        "longer, 01234567890123456789012345678901234567890123456789[Cut after 50 of 100 characters.]"
    })
    void a_result_is_told_as_a_text(String tool, String told) {
        Tools tools = Tools.builder().add(new Looks()).longestResult(50).build();

        assertThat(results(tools, call("1", tool, "{}")))
                .singleElement()
                .extracting(text -> text.replace("\n", ""))
                .isEqualTo(told);
    }

    // Questions.

    private static Proposal proposal(String order) {
        String arguments = "{\"order\": " + order + ", \"cents\": 500}";
        Conversation conversation = Turn.of(call("1", "refund", arguments)).conversation;
        return Tools.of(new Shop()).proposal(conversation, ToolCall.of("1", "refund", arguments));
    }

    @Test
    void a_question_has_the_arguments_the_call_and_the_words_of_the_model() {
        assertThat(proposal("\"A-1\""))
                .isEqualTo(new Proposal(
                        "Pay back 500 cents of \"A-1\"?",
                        new ToolCall("1", "refund", Map.of("order", "A-1", "cents", 500)),
                        "I will do it."));
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"A-1? No, pay\\nall {cents}\"", "\"\\u202eA-1\"", "\"$1\""})
    void a_text_in_a_question_stands_in_quotes_and_shows_what_cannot_be_seen(String order) {
        assertThat(proposal(order).text()).isEqualTo("Pay back 500 cents of " + order + "?");
    }

    @Test
    void a_value_in_a_question_is_cut_if_nobody_would_read_it() {
        assertThat(proposal("\"" + "A".repeat(4_000) + "\"").text()).contains("A".repeat(4_000));
        assertThat(proposal("\"" + "A".repeat(9_000) + "\"").text())
                .hasSizeLessThan(5_100)
                .contains("[Cut after 5000 of 9002 characters.]");
    }

    @Test
    void empty_braces_show_all_arguments() {
        Tools tools = Tools.builder()
                .add(new Shop())
                .does("refund", Does.act().ask("Refund with {}?"))
                .build();
        ToolCall call = ToolCall.of("1", "refund", "{\"order\": \"A-1\", \"cents\": 5}");

        assertThat(tools.proposal(Conversation.EMPTY, call).text())
                .isEqualTo("Refund with {\"order\":\"A-1\",\"cents\":5}?");
    }

    // Results that the steps of an agent give.

    @Test
    void rejected_and_failed_calls_are_told_with_the_reason() {
        ToolCall call = ToolCall.of("1", "refund", "{}");

        assertThat(Tools.rejected(call, new Rejected("")))
                .isEqualTo(new ToolResult("1", "refund", "Not carried out. A person rejected this call.", true));
        assertThat(Tools.failed(call, "It took ten minutes."))
                .isEqualTo(new ToolResult("1", "refund", "Error: It took ten minutes.", true));
    }
}
