package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Step;
import io.stepgraph.StepGraph;

final class Outer {
    @StepGraph(start = "draft")
    @SuppressWarnings("stepgraph:AuxiliaryAgent")
    static final class Agent {
        @Step(next = END)
        void draft(Essay essay) {}
    }
}

final class Essay {
    public String text = "";
}

@StepGraph(start = "draft")
final class Outer_Agent {
    @Step(next = END)
    void draft(Essay essay) {}
}
