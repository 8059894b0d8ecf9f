package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Interrupt;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;

@StepGraph(start = "draft")
final class Agent {
    @Interrupt(answer = Approved.class, next = "keep")
    Void draft(Essay essay) {
        return null;
    }

    @Step(next = END)
    void keep(Essay essay, Approved approved) {}
}

final class Essay {
    public String text = "";
}

record Approved() {}
