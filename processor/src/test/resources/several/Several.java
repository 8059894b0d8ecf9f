package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.GatedBy;
import io.stepgraph.Interrupt;
import io.stepgraph.Retry;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;

@StepGraph(start = "draft")
final class Agent {
    int count;

    @Step(next = "reveiw", timeout = "soon")
    private void draft(Essay essay) {}

    @Step(next = {"approve", "draft", "approve"})
    @Retry(attempts = 0, backoff = "later")
    void review(Essay essay) {}

    @Interrupt(answer = Decision.class, next = {"revise", "keep"}, expires = "24h")
    void approve(Essay essay) {}

    @Step(next = END)
    void revise(Notes notes, Rejected rejected) {}

    @Step(next = END)
    @GatedBy("aprove")
    Essay end(Essay essay) {
        return essay;
    }

    @Step(next = END)
    void keep(Essay essay, Approved approved, int more) {}
}

final class Essay {
    public String text = "";
}

record Question(String text) {}

sealed interface Decision permits Approved, Rejected {}

record Approved() implements Decision {}

record Rejected(String why) implements Decision {}

record Notes() {}
