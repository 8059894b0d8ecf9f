package io.stepgraph.temporal;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Interrupt;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;

/** The agent of the page: its class and its generated code are those of a runner. */
@StepGraph(start = "draft", name = "review")
public final class ReviewAgent {

    /** The state. */
    public static final class Essay {
        public String text = "";
    }

    /** An answer. */
    public sealed interface Decision permits Approved, Rejected {}

    /** It is good. */
    public record Approved() implements Decision {}

    /** It is not. */
    public record Rejected(String why) implements Decision {}

    @Step(next = "approve")
    void draft(Essay essay) {
        essay.text = "A draft";
    }

    @Interrupt(
            answer = Decision.class,
            next = {"publish", "shelve"})
    String approve(Essay essay) {
        return "Is this good? " + essay.text;
    }

    @Step(next = END)
    void publish(Essay essay, Approved approved) {
        essay.text += ", published";
    }

    @Step(next = END)
    void shelve(Essay essay, Rejected rejected) {
        essay.text += ", shelved: " + rejected.why();
    }
}
