package io.stepgraph.samples.chat;

import static io.stepgraph.StepGraph.END;
import static io.stepgraph.samples.chat.ChatAgentGraph.*;

import dev.langchain4j.model.chat.StreamingChatModel;
import io.stepgraph.Interrupt;
import io.stepgraph.MaxVisits;
import io.stepgraph.Retry;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.runtime.StepContext;
import io.stepgraph.runtime.StepFailure;
import io.stepgraph.samples.chat.Answer.Ending;
import io.stepgraph.samples.chat.ChatEvent.Token;
import io.stepgraph.samples.chat.ChatEvent.ToolCalled;
import io.stepgraph.samples.chat.ChatEvent.ToolDone;
import io.stepgraph.samples.chat.Message.Assistant;
import io.stepgraph.samples.chat.Message.ToolResult;
import io.stepgraph.samples.chat.Message.User;
import java.util.ArrayList;
import java.util.List;

/**
 * A conversation with a model that calls tools and asks the user. Each message of the user is a run; the runs of one
 * conversation share a thread, which carries the {@link Dialogue}.
 *
 * @param model the model
 * @param tools the tools
 */
@StepGraph(start = "prepare", name = "chat")
public record ChatAgent(StreamingChatModel model, Toolbox tools) {

    /** How often the model may speak before it answers, or hears from the user again. */
    public static final int MAX_TURNS = 16;

    /** How many tools it may call for one message of the user, calls of {@code ask_user} included. */
    public static final int MAX_TOOL_CALLS = 32;

    @Step(next = "model")
    void prepare(Dialogue dialogue, User message) {
        dialogue.receive(message);
    }

    /**
     * Fails only before the first token. A later error goes to {@code breakOff}, so that no token is streamed twice.
     */
    @Step(
            next = {"tools", "answer", "breakOff"},
            onFailure = "unreachable")
    @Retry(attempts = 3, backoff = "500ms", maxBackoff = "30s")
    @MaxVisits(times = MAX_TURNS, then = "tooManyTurns")
    ModelNext model(Dialogue dialogue, StepContext<ChatEvent> context) throws InterruptedException {
        ModelTurn turn = ModelCall.stream(model, Transcript.request(dialogue, tools), context);
        if (turn instanceof ModelTurn.Ended ended) {
            return ModelNext.breakOff(ended.early());
        }
        Assistant message = ((ModelTurn.Spoken) turn).message();
        dialogue.messages.add(message);
        return message.calls().isEmpty() ? ModelNext.answer() : ModelNext.tools();
    }

    /** Calls of {@code ask_user} are only collected here. The other calls are made at once. */
    @Step(next = {"model", "askUser", "tooManyTools"})
    ToolsNext tools(Dialogue dialogue, StepContext<ChatEvent> context) throws InterruptedException {
        List<ToolCall> wanted = dialogue.calls();
        int allowed = Math.min(wanted.size(), MAX_TOOL_CALLS - dialogue.toolCalls);
        dialogue.toolCalls += allowed;
        List<ToolCall> calls = new ArrayList<>();
        for (ToolCall call : wanted.subList(0, allowed)) {
            context.emit(new ToolCalled(call));
            Ask question = tools.question(call);
            if (question != null) {
                dialogue.questions.add(question);
            } else {
                calls.add(call);
            }
        }
        dialogue.messages.addAll(context.together(calls, call -> {
            ToolResult result = tools.call(call);
            context.emit(new ToolDone(call.id(), call.name(), result.text().length(), result.failed()));
            return result;
        }));
        if (allowed < wanted.size()) {
            return ToolsNext.tooManyTools();
        }
        return dialogue.questions.isEmpty() ? ToolsNext.model() : ToolsNext.askUser();
    }

    /** Several questions of one turn are asked one after the other. */
    @Interrupt(answer = Reply.class, next = "reply")
    Ask askUser(Dialogue dialogue) {
        return dialogue.questions.get(0);
    }

    @Step(next = {"askUser", "model"})
    ReplyNext reply(Dialogue dialogue, Reply reply) {
        Ask asked = dialogue.questions.remove(0);
        dialogue.messages.add(new ToolResult(asked.callId(), Toolbox.ASK_USER, reply.text(), false));
        return dialogue.questions.isEmpty() ? ReplyNext.model() : ReplyNext.askUser();
    }

    @Step(next = END)
    Answer answer(Dialogue dialogue) {
        return new Answer(dialogue.lastText(), Ending.ANSWERED);
    }

    @Step(next = END)
    Answer breakOff(Dialogue dialogue, BrokenOff early, StepContext<ChatEvent> context) {
        return close(dialogue, early.text(), Closing.brokenOff(early), Ending.BROKEN_OFF, context);
    }

    @Step(next = END)
    Answer unreachable(Dialogue dialogue, StepFailure<?> failure, StepContext<ChatEvent> context) {
        return close(dialogue, "", Closing.unreachable(failure.message()), Ending.UNREACHABLE, context);
    }

    @Step(next = END)
    Answer tooManyTurns(Dialogue dialogue, StepContext<ChatEvent> context) {
        return close(dialogue, "", Closing.TOO_MANY_TURNS, Ending.TOO_MANY_TURNS, context);
    }

    @Step(next = END)
    Answer tooManyTools(Dialogue dialogue, StepContext<ChatEvent> context) {
        return close(dialogue, "", Closing.TOO_MANY_TOOLS, Ending.TOO_MANY_TOOLS, context);
    }

    /** Leaves a conversation that can continue: no call without a result, and a text of the agent at its end. */
    private static Answer close(
            Dialogue dialogue, String said, String closing, Ending ending, StepContext<ChatEvent> context) {
        context.emit(new Token(closing));
        dialogue.closeCalls();
        dialogue.questions.clear();
        dialogue.say(said + closing, ending == Ending.BROKEN_OFF);
        return new Answer(said + closing, ending);
    }
}
