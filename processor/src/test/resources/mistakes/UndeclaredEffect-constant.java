package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.runtime.StepContext;
import java.util.function.Supplier;

@StepGraph(start = "refund")
final class Agent {
    private static final String KIND = "mail";
    private static final int VERSION = 2;

    @Step(next = END, effects = {"refund", "letter"})
    void refund(Claim claim, StepContext<?> context) {
        Supplier<String> later = () -> context.once(KIND + "-" + VERSION, claim.cents, String.class)
                .call((key, cents) -> "receipt " + key);
        claim.receipt = later.get();
    }
}

final class Claim {
    public int cents;
    public String receipt = "";
}
