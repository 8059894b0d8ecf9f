package example;

import static example.AgentGraph.*;
import static io.stepgraph.StepGraph.END;

import io.stepgraph.Step;
import io.stepgraph.StepGraph;

@StepGraph(start = "draft")
final class Agent {
    @Step(next = {"review", "keep"})
    DraftNext draft(Essay essay) {
        throw new UnsupportedOperationException();
    }

    @Step(next = END)
    String review(Essay essay) {
        return essay.text;
    }

    @Step(next = END)
    String keep(Essay essay) {
        return "0";
    }
}

final class Essay {
    public String text = "";
}
