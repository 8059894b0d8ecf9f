package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.runtime.StepContext;

@StepGraph(start = "draft")
final class Agent {
    @Step(next = END)
    void draft(Essay essay, StepContext<String> events, StepContext<Integer> counts) {}
}

final class Essay {
    public String text = "";
}
