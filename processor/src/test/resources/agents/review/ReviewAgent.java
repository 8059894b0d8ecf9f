package example;

import static example.ReviewAgentGraph.*;
import static io.stepgraph.PermissionMode.ACCEPT_EDITS;
import static io.stepgraph.StepGraph.END;

import io.stepgraph.GatedBy;
import io.stepgraph.Interrupt;
import io.stepgraph.RequiresMode;
import io.stepgraph.Retry;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.engine.Runner;

@StepGraph(start = "draft")
public final class ReviewAgent {

    public static final class Essay {
        public String request;
        public String draft;
        public String critique;
    }

    public record Question(String text, String draft, String critique) {}

    public sealed interface Decision permits Approved, Rejected {}

    public record Approved() implements Decision {}

    public record Rejected(String why) implements Decision {}

    public interface ChatModel {
        String chat(String message);
    }

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

    @Interrupt(
            answer = Decision.class,
            next = {"revise", "keep"})
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

    /** What a program does. */
    static String use(Runner runner, ChatModel model, Essay essay) {
        ReviewAgentGraph.Runs runs = ReviewAgentGraph.of(new ReviewAgent(model)).on(runner);
        Outcome outcome = runs.run("essay-1", essay);
        if (outcome instanceof Outcome.Approve ask) {
            outcome = runs.answerApprove(ask, new Approved());
        }
        return outcome.match(new Outcome.Cases<>() {
            @Override
            public String completed(Outcome.Completed outcome) {
                return outcome.result().draft;
            }

            @Override
            public String failed(Outcome.Failed outcome) {
                return outcome.failure().message();
            }

            @Override
            public String cancelled(Outcome.Cancelled outcome) {
                return outcome.by();
            }

            @Override
            public String parked(Outcome.Parked outcome) {
                return outcome.step() == ReviewAgentStep.REVISE ? outcome.reason() : "";
            }

            @Override
            public String approve(Outcome.Approve outcome) {
                return outcome.question().text() + outcome.ticket().id();
            }
        });
    }
}
