package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.MaxVisits;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;

@StepGraph(start = "draft")
final class Agent {
    @Step(next = "draft")
    @MaxVisits(times = 2, then = "finish")
    void draft(Essay essay) {}

    @Step(next = END)
    void finish(Essay essay) {}
}

final class Essay {
    public String text = "";
}
