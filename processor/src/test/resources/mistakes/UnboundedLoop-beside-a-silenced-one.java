package example;

import static example.AgentGraph.*;
import static io.stepgraph.StepGraph.END;

import io.stepgraph.Step;
import io.stepgraph.StepGraph;

@StepGraph(start = "draft")
final class Agent {
    @Step(next = {"review", "send"})
    @SuppressWarnings("stepgraph:UnboundedLoop")
    DraftNext draft(Essay essay) {
        throw new UnsupportedOperationException();
    }

    @Step(next = {"draft", "polish"})
    ReviewNext review(Essay essay) {
        throw new UnsupportedOperationException();
    }

    @Step(next = {"review", "send"})
    PolishNext polish(Essay essay) {
        throw new UnsupportedOperationException();
    }

    @Step(next = END)
    void send(Essay essay) {}
}

final class Essay {
    public String text = "";
}
