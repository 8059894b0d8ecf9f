package example;

import static example.AgentGraph.*;
import static io.stepgraph.StepGraph.END;

import io.stepgraph.Interrupt;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;

@StepGraph(start = "draft")
final class Agent {
    @Step(next = {"approve", END})
    DraftNext draft(Essay essay) {
        throw new UnsupportedOperationException();
    }

    @Interrupt(answer = Approved.class, next = "keep")
    ApproveNext approve(Essay essay) {
        throw new UnsupportedOperationException();
    }

    @Step(next = END)
    void keep(Essay essay, Approved approved) {}
}

final class Essay {
    public String text = "";
}

record Approved() {}
