package example;

import static io.stepgraph.StepGraph.FAIL;

import io.stepgraph.Step;
import io.stepgraph.StepGraph;

@StepGraph(start = "draft")
final class Agent {
    @Step(next = "refuse")
    void draft(Essay essay) {}

    @Step(next = FAIL)
    String refuse(Essay essay) {
        return "No.";
    }
}

final class Essay {
    public String text = "";
}
