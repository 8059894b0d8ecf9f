package example;

import static example.AgentGraph.*;
import static io.stepgraph.StepGraph.END;

import io.stepgraph.MaxVisits;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;

@StepGraph(start = "draft")
final class Agent {
    @Step(next = "review")
    void draft(Essay essay) {}

    @Step(next = {"polish", END})
    ReviewNext review(Essay essay) {
        throw new UnsupportedOperationException();
    }

    @Step(next = "review")
    @MaxVisits(times = 5, then = "finish")
    void polish(Essay essay) {}

    @Step(next = END)
    void finish(Essay essay) {}
}

final class Essay {
    public String text = "";
}
