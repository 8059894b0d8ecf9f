package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Step;
import io.stepgraph.StepGraph;

@StepGraph(start = "draft")
final class Agent {
    private final String name = "agent";

    @Step(next = END)
    void draft(Essay essay) {
        essay.text = name + essay.count++;
    }
}

final class Essay {
    public String text = "";
    public int count;
}
