package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Step;
import io.stepgraph.StepGraph;

@StepGraph(start = "refund")
final class Agent {
    @Step(next = END, effects = "")
    void refund(Claim claim) {
        claim.receipt = "r";
    }
}

final class Claim {
    public String receipt = "";
}
