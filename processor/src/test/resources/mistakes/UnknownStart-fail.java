package example;

import static io.stepgraph.StepGraph.END;
import static io.stepgraph.StepGraph.FAIL;

import io.stepgraph.Step;
import io.stepgraph.StepGraph;

@StepGraph(start = FAIL)
final class Agent {
    @Step(next = END)
    void draft(Essay essay) {}
}

final class Essay {
    public String text = "";
}
