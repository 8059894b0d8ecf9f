package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.Wait;

@StepGraph(start = "draft")
final class Agent {
    @Step(next = "pause")
    void draft(Essay essay) {}

    @Wait(next = "review", length = "999ms")
    void pause(Essay essay) {}

    @Step(next = {"draft", END})
    AgentGraph.ReviewNext review(Essay essay) {
        return AgentGraph.ReviewNext.end();
    }
}

final class Essay {
    public String text = "";
}
