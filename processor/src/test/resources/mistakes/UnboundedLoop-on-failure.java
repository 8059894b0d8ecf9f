package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.runtime.StepFailure;

@StepGraph(start = "fetch")
final class Agent {
    @Step(next = END, onFailure = "repair")
    void fetch(Essay essay) {}

    @Step(next = "fetch")
    void repair(Essay essay, StepFailure<?> failure) {}
}

final class Essay {
    public String text = "";
}
