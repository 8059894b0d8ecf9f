package example;

import io.stepgraph.Step;
import io.stepgraph.StepGraph;

@StepGraph(start = "draft")
final class Agent {
    @Step(next = "review")
    void draft(Essay essay) {}

    void review(Essay essay) {}
}

final class Essay {
    public String text = "";
}
