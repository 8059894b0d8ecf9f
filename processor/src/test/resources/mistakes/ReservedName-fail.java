package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Step;
import io.stepgraph.StepGraph;

@StepGraph(start = "draft")
final class Agent {
    @Step(next = "fail")
    void draft(Essay essay) {}

    @Step(next = END)
    void fail(Essay essay) {}
}

final class Essay {
    public String text = "";
}
