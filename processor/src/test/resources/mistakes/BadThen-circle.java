package example;

import static example.AgentGraph.*;
import static io.stepgraph.StepGraph.END;

import io.stepgraph.MaxVisits;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;

@StepGraph(start = "draft")
final class Agent {
    @Step(next = {"polish", END})
    @MaxVisits(times = 2, then = "polish")
    DraftNext draft(Essay essay) {
        throw new UnsupportedOperationException();
    }

    @Step(next = "draft")
    @MaxVisits(times = 2, then = "draft")
    void polish(Essay essay) {}
}

final class Essay {
    public String text = "";
}
