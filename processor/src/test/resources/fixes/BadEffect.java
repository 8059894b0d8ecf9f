package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.runtime.StepContext;

@StepGraph(start = "refund")
final class Agent {
    @Step(next = END, effects = "pay")
    void refund(Claim claim, StepContext<?> context) {
        claim.receipt = context.once("pay", claim.receipt, String.class).call((key, request) -> "r-" + key);
    }
}

final class Claim {
    public String receipt = "";
}
