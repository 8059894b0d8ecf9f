package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.MaxVisits;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;

@StepGraph(start = "draft")
final class Agent {
    @Step(next = "draft")
    @MaxVisits(times = 3, then = END)
    void draft(Essay essay) {}
}

final class Essay {
    public String text = "";
}
