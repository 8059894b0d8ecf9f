package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.runtime.StepFailure;

@StepGraph(start = "draft")
final class Agent {
    @Step(next = END, onFailure = "recover", failures = Tird.class)
    void draft(Essay essay) {}

    @Step(next = END)
    void recover(Essay essay, StepFailure<?> failure) {}
}

final class Essay {
    public String text = "";
}
