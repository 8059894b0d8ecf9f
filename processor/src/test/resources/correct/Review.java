package example;

import static io.stepgraph.PermissionMode.ACCEPT_EDITS;
import static io.stepgraph.StepGraph.END;

import io.stepgraph.GatedBy;
import io.stepgraph.Interrupt;
import io.stepgraph.RequiresMode;
import io.stepgraph.Retry;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;

interface ChatModel {
    String chat(String message);
}

@StepGraph(start = "draft")
final class ReviewAgent {

    public static final class Essay {
        public String request;
        public String draft;
        public String critique;
    }

    public record Question(String text, String draft, String critique) {}

    public sealed interface Decision permits Approved, Rejected {}

    public record Approved() implements Decision {}

    public record Rejected(String why) implements Decision {}

    private final ChatModel model;

    public ReviewAgent(ChatModel model) {
        this.model = model;
    }

    @Step(next = "review")
    void draft(Essay essay) {
        essay.draft = model.chat("Answer in under 200 words: " + essay.request);
    }

    @Step(next = "approve")
    @Retry(attempts = 3, backoff = "200ms")
    void review(Essay essay) {
        essay.critique = model.chat("Name the three biggest weaknesses: " + essay.draft);
    }

    @Interrupt(answer = Decision.class, next = {"revise", "keep"})
    Question approve(Essay essay) {
        return new Question("Approve the revision?", essay.draft, essay.critique);
    }

    @Step(next = END)
    @RequiresMode(ACCEPT_EDITS)
    @GatedBy("approve")
    void revise(Essay essay, Approved approval) {
        essay.draft = model.chat("Rewrite...");
    }

    @Step(next = END)
    void keep(Essay essay, Rejected rejection) {
        essay.critique = rejection.why();
    }
}
