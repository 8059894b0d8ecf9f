package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Step;
import io.stepgraph.StepGraph;

@StepGraph(start = "draft")
final class Agent {
    @Step(next = "review")
    void draft(java.util.List<Notes> notes) {}

    @Step(next = "print")
    void review(Essay essay) {}

    @Step(next = END)
    void print(Essay essay) {}
}

final class Essay {
    public String text = "";
}

record Notes() {}
