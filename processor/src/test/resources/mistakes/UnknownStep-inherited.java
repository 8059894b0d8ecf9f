package example;

import io.stepgraph.Step;
import io.stepgraph.StepGraph;

@StepGraph(start = "draft")
final class Agent extends Base {
    @Step(next = "review")
    void draft(Essay essay) {}
}

final class Essay {
    public String text = "";
}

abstract class Base {
    void review(Essay essay) {}
}
