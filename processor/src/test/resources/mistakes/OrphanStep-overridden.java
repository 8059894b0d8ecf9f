package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Step;
import io.stepgraph.StepGraph;

@StepGraph(start = "draft")
final class Agent implements Base {
    @Override
    @Step(next = END)
    public void draft(Essay essay) {}
}

final class Essay {
    public String text = "";
}

interface Base {
    @Step(next = END)
    void draft(Essay essay);
}
