package example;

import io.stepgraph.Step;

@StepGraph(start = "draft")
final class Agent {
    @Step(next = "<end>")
    void draft(Essay essay) {}
}

final class Essay {
    public String text = "";
}
