package io.stepgraph.langchain4j.support;

import static io.stepgraph.StepGraph.END;
import static io.stepgraph.langchain4j.support.SupportAgentGraph.*;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.UserMessage;
import io.stepgraph.*;
import io.stepgraph.langchain4j.*;
import io.stepgraph.runtime.*;

@StepGraph(start = "receive", name = "support", roles = "lead")
public record SupportAgent(Model model, Tools tools) {

    public static final class Chat {
        public Conversation conversation = Conversation.EMPTY;
    }

    @Step(next = "model")
    void receive(Chat chat, String message) {
        chat.conversation = chat.conversation.closed().with(UserMessage.from(message));
    }

    @Step(next = {"read", END})
    @Retry(attempts = 4, backoff = "500ms")
    @MaxVisits(times = 25, then = "stop")
    ModelNext model(Chat chat, StepContext<String> context) throws InterruptedException {
        Reply reply = model.stream(
                tools.request("You help the customers of a shop.", chat.conversation, 400_000), context, text -> text);
        if (reply instanceof Reply.BrokenOff early) {
            return ModelNext.end(early.text() + "\n[" + early.why() + " Please ask again.]");
        }
        AiMessage message = ((Reply.Said) reply).message();
        chat.conversation = chat.conversation.with(message);
        return message.hasToolExecutionRequests() ? ModelNext.read() : ModelNext.end(message.text());
    }

    @Step(next = "act", timeout = "10m")
    void read(Chat chat, StepContext<String> context) throws InterruptedException {
        chat.conversation = tools.read(chat.conversation, context, ToolResult::text);
    }

    @Step(
            next = {"model", "approve"},
            effects = Tools.EFFECT)
    @Retry(attempts = 4, backoff = "500ms", on = Exception.class)
    ActNext act(Chat chat, StepContext<String> context) {
        Acted acted = tools.act(chat.conversation, context, ToolResult::text);
        chat.conversation = acted.conversation();
        return acted.ask() == null ? ActNext.model() : ActNext.approve(acted.ask());
    }

    @Interrupt(
            answer = Decision.class,
            next = {"actApproved", "reject", "lapse"},
            expires = "48h")
    @AnsweredBy(role = "lead", notStarter = true)
    Proposal approve(Chat chat, ToolCall call) {
        return tools.proposal(chat.conversation, call);
    }

    @Step(next = "record", effects = Tools.APPROVED_EFFECT)
    @GatedBy(value = "approve", exactly = true)
    @Retry(attempts = 4, backoff = "500ms", on = Exception.class)
    ToolResult actApproved(Answered<Proposal, Decision.Permitted> approval, StepContext<String> context) {
        return tools.act(approval, context);
    }

    @Step(next = "act")
    void record(Chat chat, ToolResult result) {
        chat.conversation = chat.conversation.with(result);
    }

    @Step(next = "act")
    @GatedBy("approve")
    void reject(Chat chat, Answered<Proposal, Decision.Rejected> answered) {
        record(chat, Tools.rejected(answered.question().call(), answered.answer()));
    }

    @Step(next = "model")
    void lapse(Chat chat, Expired expired) {
        chat.conversation = chat.conversation.withoutOpenCalls("Not carried out. Nobody has answered for two days.");
    }

    @Step(next = END)
    String stop(Chat chat) {
        return "I stop here: I have thought about this for 25 turns without an answer.";
    }
}
