package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.runtime.StepContext;

@StepGraph(start = "draft")
final class Agent {
    @Step(next = END)
    void draft(StepContext<?> context, Essay essay) {}
}

final class Essay {
    public String text = "";
}
