package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Step;
import io.stepgraph.StepGraph;

@StepGraph(start = "draft")
final class Agent {
    static final class Refusal extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    @Step(next = END)
    void draft(Essay essay) {}
}

record Essay(String text, Agent.Refusal refusal) {}
