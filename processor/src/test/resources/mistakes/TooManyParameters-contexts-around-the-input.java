package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.runtime.StepContext;

@StepGraph(start = "draft")
final class Agent {
    @Step(next = "review")
    String draft(Essay essay) {
        return "";
    }

    @Step(next = END)
    void review(Essay essay, StepContext<?> before, String topic, StepContext<?> after) {}
}

final class Essay {
    public String text = "";
}
