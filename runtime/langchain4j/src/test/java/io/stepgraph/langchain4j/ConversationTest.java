package io.stepgraph.langchain4j;

import static io.stepgraph.langchain4j.StrictModel.call;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ChatMessageDeserializer;
import dev.langchain4j.data.message.ImageContent;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.request.ChatRequest;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

@Tag("K1")
@Tag("K2")
@Tag("K3")
class ConversationTest {
    private static final UserMessage HELLO = UserMessage.from("Hello?");
    private static final JsonMapper JACKSON = new JsonMapper();
    private static final Conversation ASKED = Conversation.EMPTY.with(HELLO);

    @Test
    void it_is_written_as_the_messages_that_langchain4j_reads() {
        Conversation conversation = ASKED.with(AiMessage.from("Hi. \u20ac / \" \\ \t"));

        assertThat(ChatMessageDeserializer.messagesFromJson(conversation.toString()))
                .isEqualTo(conversation.messages())
                .containsExactly(HELLO, AiMessage.from("Hi. \u20ac / \" \\ \t"));
        assertThat(conversation.size()).isEqualTo(conversation.toString().length());
    }

    @Test
    void jackson_writes_and_reads_its_text_and_nothing_else() {
        String stored = "[{\"contents\":[{\"text\":\"Hi.\",\"type\":\"TEXT\"}],\"type\":\"USER\","
                + "\"attributes\":{\"score\":1E400,\"half\":0.50}}]";

        Conversation read = JACKSON.readValue(stored, Conversation.class);

        assertThat(read).hasToString(stored);
        assertThat(JACKSON.writeValueAsString(read)).isEqualTo(stored);
        assertThat(read.closed().toString()).startsWith(stored.substring(0, stored.length() - 1));
    }

    @Test
    void other_json_than_an_array_is_no_conversation() {
        assertThatThrownBy(() -> JACKSON.readValue("{}", Conversation.class))
                .hasMessageContaining("a conversation is an array of messages");
    }

    @Test
    void messages_that_langchain4j_does_not_know_are_not_lost_and_not_read() {
        Conversation later = JACKSON.readValue("[{\"type\":\"OF_LATER\"}]", Conversation.class);

        assertThat(later).hasToString("[{\"type\":\"OF_LATER\"}]");
        assertThatThrownBy(later::messages)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("Use the version that wrote them, or a later one.");
    }

    @Test
    void an_addition_leaves_the_conversation_before_as_it_was_and_equal_messages_are_equal() {
        Conversation longer = ASKED.with(AiMessage.from("Hi."));

        assertThat(ASKED.messages()).hasSize(1);
        assertThat(Conversation.EMPTY.with(List.of(HELLO, AiMessage.from("Hi."))))
                .isEqualTo(longer)
                .hasSameHashCodeAs(longer)
                .isNotEqualTo(ASKED);
    }

    @Test
    void half_a_character_does_not_make_it_unstorable() {
        assertThat(Conversation.EMPTY
                        .with(UserMessage.from("cut \ud83d, whole \ud83d\ude00"))
                        .messages())
                .containsExactly(UserMessage.from("cut \ufffd, whole \ud83d\ude00"));
    }

    @Test
    void it_refuses_words_of_the_system_and_an_empty_message_of_the_user() {
        assertThatThrownBy(() -> ASKED.with(SystemMessage.from("Help.")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("no message SYSTEM", "Tools.request(system, …)");
        assertThatThrownBy(() -> Conversation.EMPTY.with(UserMessage.from(" \n")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("is empty");
    }

    @Test
    void it_refuses_a_result_without_an_open_call() {
        Conversation open = called(call("1", "pay", "{}"));
        ToolResult result = new ToolResult("1", "pay", "Paid.", false);

        assertThatThrownBy(() -> open.with(new ToolResult("2", "pay", "Paid.", false)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("'2'", "[1]");
        assertThatThrownBy(() -> open.with(result).with(result)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void it_refuses_other_messages_while_a_call_is_open() {
        Conversation open = called(call("1", "refund", "{}"));

        for (ChatMessage message : List.of(HELLO, AiMessage.from("Hi."))) {
            assertThatThrownBy(() -> open.with(message))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageStartingWith("The calls [refund] have no results yet.");
        }
    }

    @Test
    void K2_empty_double_and_long_ids_become_new_ones() {
        Conversation conversation = called(
                call("", "pay", "{}"),
                call(null, "pay", "{}"),
                call("1", "pay", "{}"),
                call("1", "pay", "{}"),
                call("x".repeat(300), "pay", "{}"),
                call("y".repeat(100), "pay", "{}"));

        assertThat(ids(conversation))
                .doesNotHaveDuplicates()
                .contains("1", "y".repeat(100))
                .allMatch(id -> !id.isBlank() && id.length() <= 100);
        assertAccepted(conversation.closed().with(HELLO));
    }

    @Test
    void K2_ids_of_characters_that_cannot_be_stored_or_seen_become_new_ones() {
        Conversation conversation = called(
                call("a\u0000", "pay", "{}"),
                call("a\ud800", "pay", "{}"),
                call("a\udbff", "pay", "{}"),
                call("a\u202e", "pay", "{}"),
                call("functions.pay:0", "pay", "{}"));

        assertThat(ids(conversation))
                .doesNotHaveDuplicates()
                .contains("functions.pay:0")
                .allMatch(id -> id.matches("[!-~]+"));
    }

    @Test
    @Timeout(30) // in 20,000 calls, each step of work for all before it is one too many
    void K3_a_model_that_calls_without_end_is_closed_in_time() {
        Conversation open = called(Stream.generate(() -> call("", "pay", "{\"cents\": 5}"))
                .limit(20_000)
                .toArray(ToolExecutionRequest[]::new));

        Conversation closed = open.withoutOpenCalls("Not carried out.");

        assertThat(closed.openCalls()).isEmpty();
        assertThat(closed.messages()).hasSize(20_002);
    }

    @Test
    void K2_an_id_of_an_earlier_turn_is_not_used_again() {
        Conversation first = called(call("call-2", "pay", "{}")).with(new ToolResult("call-2", "pay", "Paid.", false));

        Conversation second = first.with(AiMessage.from(call("call-2", "pay", "{}"), call("", "pay", "{}")));

        assertThat(ids(second)).hasSize(2).doesNotHaveDuplicates().doesNotContain("call-2");
        assertAccepted(second.closed().with(HELLO));
    }

    @Test
    void K2_strange_names_and_missing_arguments_become_valid_ones() {
        Conversation conversation = called(
                call("1", "pay back!", "{}"),
                call("2", "n".repeat(70), "{}"),
                call("3", "", "  "),
                call("4", null, null),
                call("5", "pay_Back-1", "{}"));

        assertThat(conversation.openCalls())
                .extracting(ToolExecutionRequest::name)
                .containsExactly("pay_back_", "n".repeat(64), "unnamed", "unnamed", "pay_Back-1");
        assertThat(conversation.openCalls())
                .extracting(ToolExecutionRequest::arguments)
                .containsOnly("{}");
        assertAccepted(conversation.closed().with(HELLO));
    }

    @ParameterizedTest
    @ValueSource(strings = {"[]", "cents = 5 \"quoted\"", "{} {}", "{\"a\": 1, \"a\": 2}"})
    void K2_arguments_that_are_no_object_are_kept_inside_of_one(String given) {
        Conversation conversation = called(call("1", "pay", given));

        assertThat(JACKSON.readTree(conversation.openCalls().get(0).arguments()))
                .isEqualTo(JACKSON.valueToTree(Map.of("invalid_arguments", given)));
        assertAccepted(conversation.closed().with(HELLO));
    }

    @Test
    void K2_a_repaired_message_keeps_its_text_its_thinking_and_its_attributes() {
        AiMessage reply = AiMessage.builder()
                .text("I pay.")
                .thinking("He wants to be paid.")
                .attributes(Map.of("thinking_signature", "sig=="))
                .toolExecutionRequests(List.of(call("", "pay", "{}")))
                .build();

        AiMessage kept = (AiMessage) ASKED.with(reply).messages().get(1);

        assertThat(kept)
                .isEqualTo(reply.toBuilder()
                        .toolExecutionRequests(kept.toolExecutionRequests())
                        .build());
    }

    @Test
    void K2_an_empty_reply_and_an_empty_result_get_a_text() {
        AiMessage silent = AiMessage.builder().thinking("Hm.").build();
        Conversation replied = ASKED.with(silent);

        assertThat(replied.lastText()).isEqualTo("(no text)");
        assertAccepted(replied.with(HELLO));
        assertAccepted(called(call("1", "pay", "{}")).with(new ToolResult("1", "pay", "", false)));
    }

    @Test
    void K3_the_calls_without_a_result_are_open() {
        Conversation conversation = called(call("1", "find", "{}"), call("2", "pay", "{}"), call("3", "mail", "{}"))
                .with(new ToolResult("2", "pay", "Paid.", false));

        assertThat(conversation.openCalls())
                .extracting(ToolExecutionRequest::id)
                .containsExactly("1", "3");
        assertThat(ASKED.openCalls()).isEmpty();
        assertThat(Conversation.EMPTY.openCalls()).isEmpty();
    }

    @Test
    void K3_closed_gives_each_open_call_a_result_in_doubt_and_then_a_note() {
        Conversation closed = called(call("1", "find", "{}"), call("2", "pay", "{}"))
                .with(new ToolResult("1", "find", "Found.", false))
                .closed();

        ToolExecutionResultMessage result =
                (ToolExecutionResultMessage) closed.messages().get(3);
        assertThat(result.id()).isEqualTo("2");
        assertThat(result.text()).contains("may have been carried out or not");
        assertThat(result.isError()).isTrue();
        assertThat(closed.openCalls()).isEmpty();
        assertThat(closed.lastText()).isEqualTo("I was interrupted before I had an answer.");
        assertAccepted(closed.with(HELLO));
    }

    @Test
    void K3_closed_answers_a_message_of_the_user_and_leaves_a_conversation_that_can_go_on() {
        Conversation closed = ASKED.closed();

        assertThat(closed.lastText()).isEqualTo("I was interrupted before I had an answer.");
        assertThat(closed.closed()).isSameAs(closed);
        assertThat(Conversation.EMPTY.closed()).isSameAs(Conversation.EMPTY);
    }

    @Test
    void the_last_text_is_that_of_the_model_alone() {
        assertThat(ASKED.lastText()).isEmpty();
        assertThat(called(call("1", "pay", "{}")).lastText()).isEmpty();
        assertThat(ASKED.with(AiMessage.from("Hi.")).lastText()).isEqualTo("Hi.");
    }

    @Test
    void K1_the_newest_turns_are_whole() {
        Conversation one = turn(Conversation.EMPTY, "first");
        Conversation two = turn(one, "second");
        Conversation three = two.with(UserMessage.from("third"));
        List<ChatMessage> all = three.messages();

        assertThat(three.newest(three.size())).isEqualTo(all);
        assertThat(three.newest(three.size() - 50)).isEqualTo(all.subList(4, 9));
        assertThat(three.newest(two.size() - one.size())).isEqualTo(all.subList(8, 9));
        assertThat(three.newest(1)).isEqualTo(all.subList(8, 9));
    }

    @Test
    void K1_of_a_present_turn_that_is_too_long_the_texts_of_older_results_are_left_out_until_it_is_not() {
        Conversation conversation = turn(Conversation.EMPTY, "before").with(HELLO);
        for (int i = 0; i < 4; i++) {
            String id = "read-" + i;
            conversation = conversation
                    .with(AiMessage.from(call(id, "find", "{}")))
                    .with(new ToolResult(id, "find", "x".repeat(10_000), false));
        }

        List<ChatMessage> newest = conversation.newest(25_000);

        assertThat(newest).hasSize(9).startsWith(HELLO);
        assertThat(results(newest)).containsExactly(20, 20, 10_000, 10_000);
        ProviderRules.check(ChatRequest.builder().messages(newest).build());
        assertThat(results(conversation.newest(1))).containsExactly(20, 20, 20, 10_000);
    }

    @Test
    void K1_a_result_of_images_is_left_out_too_and_stays_a_failure() {
        ToolExecutionResultMessage image = ToolExecutionResultMessage.builder()
                .id("1")
                .toolName("draw")
                .isError(true)
                .contents(ImageContent.from("A".repeat(10_000), "image/png"))
                .build();
        Conversation conversation = called(call("1", "draw", "{}"))
                .with(image)
                .with(AiMessage.from(call("2", "draw", "{}")))
                .with(new ToolResult("2", "draw", "Drawn.", false));

        ToolExecutionResultMessage kept =
                (ToolExecutionResultMessage) conversation.newest(2_000).get(2);

        assertThat(kept.contents()).containsExactly(TextContent.from("[left out: too long]"));
        assertThat(kept.isError()).isTrue();
        assertThat(conversation.newest(20_000)).contains(image);
    }

    @Test
    void K1_words_of_the_model_before_any_of_the_user_are_not_requested() {
        Conversation welcomed =
                Conversation.EMPTY.with(AiMessage.from("Welcome.")).with(HELLO);

        assertThat(welcomed.newest(10_000)).containsExactly(HELLO);
    }

    private static Conversation called(ToolExecutionRequest... calls) {
        return ASKED.with(AiMessage.from(calls));
    }

    private static List<String> ids(Conversation conversation) {
        return conversation.openCalls().stream().map(ToolExecutionRequest::id).toList();
    }

    /** Adds a turn of four messages. */
    private static Conversation turn(Conversation before, String text) {
        String id = "id-" + text;
        return before.with(UserMessage.from(text))
                .with(AiMessage.from(call(id, "find", "{}")))
                .with(new ToolResult(id, "find", "Found.", false))
                .with(AiMessage.from("Answer to " + text));
    }

    private static List<Integer> results(List<ChatMessage> messages) {
        return messages.stream()
                .filter(ToolExecutionResultMessage.class::isInstance)
                .map(result -> ((ToolExecutionResultMessage) result).text().length())
                .toList();
    }

    private static void assertAccepted(Conversation conversation) {
        ProviderRules.check(
                ChatRequest.builder().messages(conversation.messages()).build());
    }
}
