package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Step;
import io.stepgraph.StepGraph;

final class AuxiliaryAgent {
    @StepGraph(start = "draft")
    static final class Agent {
        @Step(next = END)
        void draft(Essay essay) {}
    }
}

final class Essay {
    public String text = "";
}
