package example;

import static example.AgentGraph.*;
import static io.stepgraph.StepGraph.END;

import io.stepgraph.Step;
import io.stepgraph.StepGraph;

@StepGraph(start = "draft")
final class Agent {
    @Step(next = {"review", END})
    DraftNext draft(Essay essay) {
        return essay.text.isEmpty() ? DraftNext.review() : DraftNext.end();
    }

    @Step(next = END)
    void review(Essay essay) {}
}

final class Essay {
    public String text = "";
}
