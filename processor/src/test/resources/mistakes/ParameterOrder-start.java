package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Step;
import io.stepgraph.StepGraph;

@StepGraph(start = "draft")
final class Agent {
    @Step(next = "review")
    void draft(String topic, Essay essay) {}

    @Step(next = END)
    void review(Essay essay) {}
}

final class Essay {
    public String text = "";
}
