package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Step;
import io.stepgraph.StepGraph;

@StepGraph(start = "draft")
final class Agent {
    @Step(next = END, failures = IllegalStateException.class)
    void draft(Essay essay) {}
}

final class Essay {
    public String text = "";
}
