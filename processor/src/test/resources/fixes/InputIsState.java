package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Step;
import io.stepgraph.StepGraph;

@StepGraph(start = "draft")
final class Agent {
    @Step(next = "review")
    Other draft(Essay essay) {
        return new Other(essay);
    }

    @Step(next = END)
    void review(Essay essay, Other other) {}
}

final class Essay {
    public String text = "";
}

record Other(Essay essay) {}
