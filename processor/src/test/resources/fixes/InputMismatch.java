package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Step;
import io.stepgraph.StepGraph;
@StepGraph(start = "draft")
final class Agent {
    @Step(next = "review")
    Notes draft(Essay essay) {
        return new Notes();
    }

    @Step(next = END)
    void review(Essay essay, Notes notes) {}
}

final class Essay {
    public String text = "";
}

record Notes() {}
