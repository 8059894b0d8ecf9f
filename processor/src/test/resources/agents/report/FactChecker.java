package report;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Step;
import io.stepgraph.StepGraph;

/** Its result is its state. */
@StepGraph(start = "check")
public final class FactChecker {

    public record Claim(String text) {}

    @Step(next = END)
    void check(Claim claim) {}
}
