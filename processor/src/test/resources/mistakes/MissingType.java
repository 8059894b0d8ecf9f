package example;

import static example.AgentGraph.*;
import static io.stepgraph.StepGraph.END;

import io.stepgraph.Step;
import io.stepgraph.StepGraph;

@StepGraph(start = "draft")
@SuppressWarnings("stepgraph:UnboundedLoop")
final class Agent {
    @Step(next = "review")
    void draft(Esay essay) {}

    @Step(next = {"draft", END})
    ReviewNext review(Essay essay) {
        return ReviewNext.end();
    }
}

final class Essay {
    public String text = "";
}
