package example;

import static example.AgentGraph.DraftNext;
import static io.stepgraph.StepGraph.FAIL;

import io.stepgraph.Step;
import io.stepgraph.StepGraph;

@StepGraph(start = "draft")
final class Agent {
    @Step(next = FAIL)
    DraftNext draft(Essay essay) {
        essay = new Essay("Failed");
        return DraftNext.fail("No.");
    }
}

record Essay(String text) {}
