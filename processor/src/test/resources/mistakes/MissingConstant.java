package example;

import static example.AgentGraph.*;
import static io.stepgraph.StepGraph.END;

import io.stepgraph.Step;
import io.stepgraph.StepGraph;

@StepGraph(start = "draft")
final class Agent {
    @Step(next = {"keep", FINISH})
    DraftNext draft(Essay essay) {
        return DraftNext.keep();
    }

    @Step(next = END)
    void keep(Essay essay) {}
}

final class Essay {
    public String text = "";
}
