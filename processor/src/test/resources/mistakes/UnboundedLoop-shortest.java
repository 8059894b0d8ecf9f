package example;

import static example.AgentGraph.*;
import static io.stepgraph.StepGraph.END;

import io.stepgraph.Step;
import io.stepgraph.StepGraph;

@StepGraph(start = "draft")
final class Agent {
    @Step(next = "review")
    void draft(Essay essay) {}

    @Step(next = {"draft", "polish", END})
    ReviewNext review(Essay essay) {
        throw new UnsupportedOperationException();
    }

    @Step(next = "check")
    void polish(Essay essay) {}

    @Step(next = "draft")
    void check(Essay essay) {}
}

final class Essay {
    public String text = "";
}
