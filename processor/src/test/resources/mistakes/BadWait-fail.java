package example;

import static io.stepgraph.StepGraph.FAIL;

import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.Wait;

@StepGraph(start = "draft")
final class Agent {
    @Step(next = "pause")
    void draft(Essay essay) {}

    @Wait(next = FAIL, length = "24h")
    void pause(Essay essay) {}
}

final class Essay {
    public String text = "";
}
