package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Step;
import io.stepgraph.StepGraph;

@StepGraph(start = "notify")
final class Agent {
    @Step(next = END)
    void notify(Essay essay) {}
}

final class Essay {
    public String text = "";
}
