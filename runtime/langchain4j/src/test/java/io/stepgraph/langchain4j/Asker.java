package io.stepgraph.langchain4j;

import static io.stepgraph.StepGraph.END;

import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.request.ChatRequest;
import io.stepgraph.Retry;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.langchain4j.Reply.BrokenOff;
import io.stepgraph.langchain4j.Reply.Said;
import io.stepgraph.runtime.StepContext;

/** An agent that asks a model one question. */
@StepGraph(start = "ask")
public record Asker(Model model) {

    /** The state. */
    public static final class Question {
        public String text = "What is a lens?";
    }

    /** What the model has said, and why it broke off, if it did. */
    public record Heard(String text, int tokens, String why) {}

    @Step(next = END)
    @Retry(attempts = 2, backoff = "1ms")
    Heard ask(Question question, StepContext<String> context) throws InterruptedException {
        ChatRequest request =
                ChatRequest.builder().messages(UserMessage.from(question.text)).build();
        Reply reply = model.stream(request, context, piece -> piece);
        if (reply instanceof Said said) {
            return new Heard(said.message().text(), said.tokens(), "");
        }
        BrokenOff broken = (BrokenOff) reply;
        return new Heard(broken.text(), 0, broken.why());
    }
}
