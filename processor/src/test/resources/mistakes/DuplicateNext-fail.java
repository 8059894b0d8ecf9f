package example;

import static example.AgentGraph.*;
import static io.stepgraph.StepGraph.FAIL;

import io.stepgraph.Step;
import io.stepgraph.StepGraph;

@StepGraph(start = "draft")
final class Agent {
    @Step(next = {FAIL, FAIL})
    DraftNext draft(Essay essay) {
        return DraftNext.fail("No.");
    }
}

final class Essay {
    public String text = "";
}
