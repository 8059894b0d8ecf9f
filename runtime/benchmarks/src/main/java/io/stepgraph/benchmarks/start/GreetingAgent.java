package io.stepgraph.benchmarks.start;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Step;
import io.stepgraph.StepGraph;

/** One step. */
@StepGraph(start = "greet")
public final class GreetingAgent {
    @Step(next = END)
    void greet(Greeting greeting) {
        greeting.text = "Good morning, " + greeting.name;
    }
}
