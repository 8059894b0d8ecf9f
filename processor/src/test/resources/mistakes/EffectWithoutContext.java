package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Step;
import io.stepgraph.StepGraph;

@StepGraph(start = "refund")
final class Agent {
    @Step(next = END, effects = "refund")
    void refund(Claim claim) {}
}

final class Claim {
    public String receipt = "";
}
