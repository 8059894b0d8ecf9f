package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Step;
import io.stepgraph.StepGraph;

@StepGraph(start = "draft")
final class Agent {
    @Step(next = "review")
    Void draft(Essay essay) {
        return null;
    }

    @Step(next = END)
    void review(Essay essay, Void nothing) {}
}

final class Essay {
    public String text = "";
}
