package io.stepgraph.langchain4j;

import static io.stepgraph.StepGraph.END;
import static io.stepgraph.langchain4j.ToolAgentGraph.*;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.UserMessage;
import io.stepgraph.GatedBy;
import io.stepgraph.Interrupt;
import io.stepgraph.MaxVisits;
import io.stepgraph.Retry;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.langchain4j.Decision.Permitted;
import io.stepgraph.langchain4j.Decision.Rejected;
import io.stepgraph.langchain4j.Reply.BrokenOff;
import io.stepgraph.langchain4j.Reply.Said;
import io.stepgraph.langchain4j.ToolAgent.Answer.Ending;
import io.stepgraph.langchain4j.ToolAgent.Event.Calling;
import io.stepgraph.langchain4j.ToolAgent.Event.Done;
import io.stepgraph.langchain4j.ToolAgent.Event.Token;
import io.stepgraph.runtime.Answered;
import io.stepgraph.runtime.StepContext;
import io.stepgraph.runtime.StepFailure;

/**
 * A whole agent: a model that calls tools, of which a person approves those that {@link Acts#ask ask}. Each message of
 * the user is a run, and a thread carries the conversation from run to run:
 *
 * <pre>{@code
 * ToolAgent agent = new ToolAgent(Model.of(model), Tools.of(new Shop()), "You help customers.");
 * Runs runs = ToolAgentGraph.of(agent).named("support").on(runner, "customer-42");
 * Outcome outcome = runs.run("message-1", new ToolAgent.Chat(), "Please pay order A-1 back.");
 * if (outcome instanceof Outcome.Approve ask) {
 *     outcome = runs.answerApprove(ask, new Decision.Approved());
 * }
 * }</pre>
 *
 * <p>Give each agent of a namespace a name of its own with {@code named}, because they would share their runs
 * otherwise. While a question is open, the thread is busy: answer it, or cancel the run, before the next message. If
 * you need roles, an expiry or other steps, write an agent of your own out of {@link Conversation}, {@link Tools} and
 * {@link Model}, as this one is.
 *
 * @param model the model; it may ask for delays of ten minutes at most
 * @param tools what it may call
 * @param system the text that each request begins with, which tells the model who it is; empty for none
 * @param limits what one message of the user may cost
 */
@StepGraph(start = "receive", name = "tool-agent")
public record ToolAgent(Model model, Tools tools, String system, Limits limits) {
    private static final int MAX_TURNS = 100;

    /**
     * Creates an agent with limits that a long task keeps within, and that end a loop: 25 turns, 50 calls, a million
     * tokens, which are 40,000 for each turn, and 400,000 characters, which are about 100,000 tokens and fit into the
     * context window of the usual models.
     *
     * @param model the model
     * @param tools what it may call
     * @param system the text that each request begins with
     */
    public ToolAgent(Model model, Tools tools, String system) {
        this(model, tools, system, new Limits(25, 50, 1_000_000, 400_000));
    }

    /** The state of a conversation, which a thread carries. */
    public static final class Chat {
        /** What was said, and what the tools have done. */
        public Conversation conversation = Conversation.EMPTY;

        /** How often the model has answered the present message of the user. */
        public int turns;

        /** How many calls of tools it has asked for. */
        public int calls;

        /** How many tokens its requests and answers had. */
        public long tokens;
    }

    /**
     * The result of a run.
     *
     * @param text what the user reads
     * @param ending why it is the end
     */
    public record Answer(String text, Ending ending) {

        /** The ways in which a run ends. The conversation can go on after each of them. */
        public enum Ending {
            /** The model has answered. */
            ANSWERED,
            /** One of the {@link Limits} was reached. */
            LIMIT_REACHED,
            /** The answer of the model broke off; the text holds what there was of it. */
            BROKEN_OFF,
            /** The model could not be reached. */
            UNREACHABLE
        }
    }

    /** The custom events: the progress of a run while it works. */
    public sealed interface Event {

        /**
         * A piece of the text.
         *
         * @param text the piece
         */
        record Token(String text) implements Event {}

        /**
         * A call that the model asks for, before it is checked.
         *
         * @param id the id of the call
         * @param tool the name that the model calls
         * @param arguments the arguments as JSON
         */
        record Calling(String id, String tool, String arguments) implements Event {}

        /**
         * A result of a call.
         *
         * @param result the result
         */
        record Done(ToolResult result) implements Event {}
    }

    @Step(next = "model")
    void receive(Chat chat, String message) {
        chat.conversation = chat.conversation.closed().with(UserMessage.from(message));
        chat.turns = 0;
        chat.calls = 0;
        chat.tokens = 0;
    }

    /** Counts in the state, because an answer of a person resets {@code @MaxVisits}, which proves that the loop ends. */
    @Step(
            next = {"read", "stop", END},
            onFailure = "unreachable")
    @Retry(attempts = 4, backoff = "500ms", maxBackoff = "10m")
    @MaxVisits(times = MAX_TURNS, then = "stop")
    ModelNext model(Chat chat, StepContext<Event> context) throws InterruptedException {
        if (chat.turns >= limits.turns() || chat.tokens >= limits.tokens()) {
            return ModelNext.stop();
        }
        Reply reply = model.stream(tools.request(system, chat.conversation, limits.characters()), context, Token::new);
        if (reply instanceof BrokenOff early) {
            String words = Closing.brokenOff(early);
            return ModelNext.end(close(chat, early.text(), words, Ending.BROKEN_OFF, context));
        }
        Said said = (Said) reply;
        AiMessage message = said.message();
        chat.conversation = chat.conversation.with(message);
        chat.turns++;
        chat.calls += message.toolExecutionRequests().size();
        chat.tokens += said.tokens();
        if (!message.hasToolExecutionRequests()) {
            return ModelNext.end(new Answer(chat.conversation.lastText(), Ending.ANSWERED));
        }
        chat.conversation
                .openCalls()
                .forEach(call -> context.emit(new Calling(call.id(), call.name(), call.arguments())));
        return chat.calls > limits.calls() ? ModelNext.stop() : ModelNext.read();
    }

    @Step(next = "act", timeout = "10m", onFailure = "readFailed")
    void read(Chat chat, StepContext<Event> context) throws InterruptedException {
        chat.conversation = tools.read(chat.conversation, context, Done::new);
    }

    /** The acting calls of this turn have not begun, so the model may hear that nothing was carried out. */
    @Step(next = "model")
    void readFailed(Chat chat, StepFailure<?> failure) {
        chat.conversation = chat.conversation.withoutOpenCalls(Closing.notRead(failure.message()));
    }

    /** A repeated attempt calls only those tools again that may be called with the same key; the others park. */
    @Step(
            next = {"model", "approve"},
            effects = Tools.EFFECT)
    @Retry(attempts = 4, backoff = "500ms", on = Exception.class)
    ActNext act(Chat chat, StepContext<Event> context) {
        Acted acted = tools.act(chat.conversation, context, Done::new);
        chat.conversation = acted.conversation();
        return acted.ask() == null ? ActNext.model() : ActNext.approve(acted.ask());
    }

    @Interrupt(
            answer = Decision.class,
            next = {"actApproved", "reject"})
    Proposal approve(Chat chat, ToolCall call) {
        return tools.proposal(chat.conversation, call);
    }

    @Step(next = "record", effects = Tools.APPROVED_EFFECT)
    @GatedBy(value = "approve", exactly = true)
    @Retry(attempts = 4, backoff = "500ms", on = Exception.class)
    ToolResult actApproved(Answered<Proposal, Permitted> approval, StepContext<Event> context) {
        return tools.act(approval, context);
    }

    @Step(next = "act")
    void record(Chat chat, ToolResult result, StepContext<Event> context) {
        context.emit(new Done(result));
        chat.conversation = chat.conversation.with(result);
    }

    @Step(next = "act")
    @GatedBy("approve")
    void reject(Chat chat, Answered<Proposal, Rejected> answered, StepContext<Event> context) {
        record(chat, Tools.rejected(answered.question().call(), answered.answer()), context);
    }

    @Step(next = END)
    Answer stop(Chat chat, StepContext<Event> context) {
        return close(chat, "", Closing.limitReached(chat, limits), Ending.LIMIT_REACHED, context);
    }

    @Step(next = END)
    Answer unreachable(Chat chat, StepFailure<?> failure, StepContext<Event> context) {
        return close(chat, "", Closing.unreachable(failure.message()), Ending.UNREACHABLE, context);
    }

    /** Leaves a conversation that can go on: no call without a result, and words of the agent at its end. */
    private static Answer close(Chat chat, String said, String words, Ending ending, StepContext<Event> context) {
        context.emit(new Token(words));
        chat.conversation =
                chat.conversation.withoutOpenCalls(Closing.NOT_CARRIED_OUT).with(AiMessage.from(said + words));
        return new Answer(said + words, ending);
    }
}
