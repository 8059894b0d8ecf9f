package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Step;
import io.stepgraph.StepGraph;

@StepGraph(start = "draft")
final class Agent {
    @Step(next = "review")
    Notes draft(Essay essay, Notes notes) {
        return notes;
    }

    @Step(next = "print")
    Notes review(Notes notes) {
        return notes;
    }

    @Step(next = END)
    void print(Essay essay, Notes notes) {}
}

final class Essay {
    public String text = "";
}

record Notes() {}
