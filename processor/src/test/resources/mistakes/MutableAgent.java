package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Step;
import io.stepgraph.StepGraph;

@StepGraph(start = "draft")
final class Agent {
    private final String name = "agent";
    private int count;

    @Step(next = END)
    void draft(Essay essay) {
        essay.text = name + count++;
    }
}

final class Essay {
    public String text = "";
}
