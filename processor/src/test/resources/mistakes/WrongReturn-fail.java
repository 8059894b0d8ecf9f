package example;

import static io.stepgraph.StepGraph.FAIL;

import io.stepgraph.Step;
import io.stepgraph.StepGraph;

@StepGraph(start = "draft")
final class Agent {
    @Step(next = "refuse")
    void draft(Essay essay) {}

    @Step(next = FAIL)
    void refuse(Essay essay) {}
}

final class Essay {
    public String text = "";
}
