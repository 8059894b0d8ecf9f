package io.stepgraph.langchain4j;

import static io.stepgraph.langchain4j.StrictModel.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.data.message.AiMessage;
import io.stepgraph.engine.Runner;
import io.stepgraph.langchain4j.CallingAgent.Turn;
import io.stepgraph.langchain4j.CallingAgentGraph.Outcome;
import io.stepgraph.langchain4j.CallingAgentGraph.Runs;
import io.stepgraph.langchain4j.Decision.Approved;
import io.stepgraph.sqlite.SqliteStore;
import io.stepgraph.store.Store;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** K1: what a store gives back is what was stored, digit by digit. */
@Tag("K1")
class ConversationStoreTest {
    private static final String ARGUMENTS =
            "{\"values\": {\"zero\": 0.10, \"exact\": 12345678901234567890, \"none\": null, \"a\": [1, {}]}}";

    @TempDir
    Path folder;

    private final List<Conversation> seen = new ArrayList<>();
    private final List<ToolCall> performed = new ArrayList<>();

    @Tool
    @Acts(ask = "Pay?")
    String pay(Map<String, Object> values, Acting acting) {
        performed.add(acting.call());
        return "Paid.";
    }

    @Test
    void a_conversation_survives_the_end_of_its_process_digit_by_digit() {
        AiMessage reply = AiMessage.builder()
                .text(everyCharacter())
                .thinking("signed")
                .attributes(attributes())
                .toolExecutionRequests(List.of(call("1", "pay", ARGUMENTS)))
                .build();
        Turn turn = Turn.of(reply);
        Conversation end = approvedByAnotherProcess(turn, asked -> new Approved());

        assertThat(((AiMessage) end.messages().get(1)).text()).isEqualTo(everyCharacter());
        assertThat(end.toString())
                .contains("\"a\":1E+400", "\"b\":0.10", "\"c\":12345678901234567890.123", "\"signature\":\"sig==\"");
        assertThat(end).isEqualTo(turn.conversation.with(new ToolResult("1", "pay", "Paid.", false)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.10", "0.20"})
    void a_call_comes_back_with_every_digit_as_what_is_carried_out(String zero) {
        String answered = ARGUMENTS.replace("0.10", zero);
        approvedByAnotherProcess(
                Turn.of(call("1", "pay", ARGUMENTS)), asked -> asked.question().edited(answered));

        assertThat(performed).containsExactly(ToolCall.of("1", "pay", answered));
    }

    @Test
    void a_run_goes_on_with_the_same_conversation_and_does_not_read_it_back_at_each_step() {
        Outcome end = run(runs -> runs.run("message-1", Turn.of(AiMessage.from("Nothing to do."))));

        assertThat(seen).singleElement().isSameAs(((Outcome.Completed) end).result().conversation);
    }

    /** Asks on one store, and answers on another of the same file. */
    private Conversation approvedByAnotherProcess(Turn turn, Function<Outcome.Approve, Decision> decision) {
        Outcome before = run(runs -> runs.run("message-1", turn));
        Outcome outcome = run(runs -> {
            Outcome.Approve asked = (Outcome.Approve) runs.resume("message-1");
            assertThat(asked.ticket()).isEqualTo(((Outcome.Approve) before).ticket());
            return runs.answerApprove(asked, decision.apply(asked));
        });
        return ((Outcome.Completed) outcome).result().conversation;
    }

    private Outcome run(Function<Runs, Outcome> calls) {
        try (Store store = SqliteStore.open(folder.resolve("runs.db"));
                Runner runner = Runner.builder(store).build()) {
            return calls.apply(
                    CallingAgentGraph.of(new CallingAgent(Tools.of(this), seen)).on(runner));
        }
    }

    private static Map<String, Object> attributes() {
        Map<String, Object> deep = Map.of("signature", "sig==");
        for (int i = 0; i < 100; i++) {
            deep = Map.of("in", List.of(deep));
        }
        return Map.of(
                "a", new BigDecimal("1E400"),
                "b", new BigDecimal("0.10"),
                "c", new BigDecimal("12345678901234567890.123"),
                "deep", deep);
    }

    /** All characters of the first plane, and one of the second. */
    private static String everyCharacter() {
        return IntStream.rangeClosed(0, 0xFFFF)
                        .filter(character -> !Character.isSurrogate((char) character))
                        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                + "\ud83d\ude00";
    }
}
