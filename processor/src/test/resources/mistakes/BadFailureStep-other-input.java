package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.runtime.StepFailure;

@StepGraph(start = "draft")
final class Agent {
    @Step(next = "print")
    Notes draft(Essay essay) {
        return new Notes("");
    }

    @Step(next = END, onFailure = "recover")
    void print(Essay essay, Notes notes) {}

    @Step(next = END)
    void recover(Essay essay, StepFailure<String> failure) {}
}

record Notes(String text) {}

final class Essay {
    public String text = "";
}
