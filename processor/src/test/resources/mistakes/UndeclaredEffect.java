package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.runtime.StepContext;

@StepGraph(start = "refund")
final class Agent {
    @Step(next = END, effects = "refund")
    void refund(Claim claim, StepContext<?> context) {
        claim.receipt = context.once("refnd", claim.cents, String.class)
                .retryWithSameKey()
                .call((key, cents) -> "receipt " + key);
    }
}

final class Claim {
    public int cents;
    public String receipt = "";
}
