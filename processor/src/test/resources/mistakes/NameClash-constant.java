package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Step;
import io.stepgraph.StepGraph;

@StepGraph(start = "reDraft")
final class Agent {
    @Step(next = "re_draft")
    void reDraft(Essay essay) {}

    @Step(next = END)
    void re_draft(Essay essay) {}
}

final class Essay {
    public String text = "";
}
