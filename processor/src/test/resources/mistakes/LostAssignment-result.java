package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Step;
import io.stepgraph.StepGraph;

@StepGraph(start = "count")
final class Agent {
    @Step(next = END)
    Integer count(String text) {
        text += ".";
        return 1;
    }
}
