package io.stepgraph.samples.chat;

import static io.stepgraph.samples.chat.FakeModel.ask;
import static io.stepgraph.samples.chat.FakeModel.calls;
import static io.stepgraph.samples.chat.FakeModel.says;
import static io.stepgraph.samples.chat.FakeModel.search;
import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import io.stepgraph.samples.chat.ChatAgentGraph.Outcome;
import io.stepgraph.samples.chat.FakeModel.Asked;
import io.stepgraph.samples.chat.FakeModel.Turn;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The limits of a message: 16 turns between two words of the user, 32 calls of tools in all. */
final class BudgetsTest {
    private static final Answer STOPPED = new Answer(ChatAgent.STOPPED, false);

    /** Plays one message; each question gets the reply "yes". */
    private static Answer play(FakeModel model, Dialogue dialogue) {
        ChatAgentGraph.Machine machine = ChatAgentGraph.of(World.agent(model)).machine();
        Outcome outcome = machine.start(dialogue, "A question");
        while (outcome instanceof Outcome.AskUser) {
            outcome = machine.answerAskUser(new UserReply("yes"));
        }
        dialogue.conversation = machine.state().conversation;
        dialogue.toolCalls = machine.state().toolCalls;
        return ((Outcome.Completed) outcome).result();
    }

    private static FakeModel model(Function<Asked, Turn> script) {
        return new FakeModel(script);
    }

    @Test
    void the_model_gets_16_turns() {
        FakeModel model =
                model(asked -> asked.number() > 40 ? says("No limit.") : calls(search("call-" + asked.number())));

        assertThat(play(model, new Dialogue())).isEqualTo(STOPPED);
        assertThat(model.requests()).hasSize(16);
    }

    @Test
    void an_answer_in_the_16th_turn_counts() {
        FakeModel model = model(asked -> asked.number() < 16 ? calls(search("call-" + asked.number())) : says("Done."));

        assertThat(play(model, new Dialogue())).isEqualTo(new Answer("Done.", true));
    }

    @Test
    void the_turns_are_counted_from_one_reply_of_the_user_to_the_next() {
        FakeModel model = model(asked -> {
            String id = "call-" + asked.number();
            return switch (asked.number()) {
                case 12 -> calls(ask(id, "Shall I look further?"));
                case 24 -> says("Done.");
                default -> calls(search(id));
            };
        });

        assertThat(play(model, new Dialogue())).isEqualTo(new Answer("Done.", true));
        assertThat(model.requests()).hasSize(24);
    }

    @Test
    void the_calls_of_tools_are_counted_through_all_replies() {
        FakeModel model = model(
                asked -> asked.number() > 40 ? says("No limit.") : calls(ask("call-" + asked.number(), "Again?")));

        assertThat(play(model, new Dialogue())).isEqualTo(STOPPED);
        assertThat(model.requests()).hasSize(33);
    }

    @Test
    void a_turn_with_too_many_calls_is_not_carried_out() {
        FakeModel model = model(asked -> asked.number() == 1
                ? calls(IntStream.rangeClosed(1, 33)
                        .mapToObj(i -> search("call-" + i))
                        .toArray(ToolExecutionRequest[]::new))
                : says("Hello."));
        Dialogue dialogue = new Dialogue();
        assertThat(play(model, dialogue)).isEqualTo(STOPPED);

        play(model, dialogue);

        assertThat(model.last().allResults()).hasSize(33).allMatch(result -> result.contains("=Not carried out"));
        assertThat(dialogue.toolCalls).isZero();
    }

    @Test
    void after_a_limit_the_conversation_continues() {
        FakeModel model =
                model(asked -> asked.number() <= 16 ? calls(search("call-" + asked.number())) : says("Hello."));
        Dialogue dialogue = new Dialogue();
        play(model, dialogue);

        assertThat(play(model, dialogue)).isEqualTo(new Answer("Hello.", true));
        assertThat(model.last().texts()).endsWith("model: " + ChatAgent.STOPPED, "user: A question");
    }
}
