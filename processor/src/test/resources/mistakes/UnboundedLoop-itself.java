package example;

import static example.AgentGraph.*;
import static io.stepgraph.StepGraph.END;

import io.stepgraph.Step;
import io.stepgraph.StepGraph;

@StepGraph(start = "draft")
final class Agent {
    @Step(next = {"draft", END})
    DraftNext draft(Essay essay) {
        throw new UnsupportedOperationException();
    }
}

final class Essay {
    public String text = "";
}
