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
    Rejected review(Essay essay) {
        return new Rejected();
    }

    @Step(next = END)
    Verdict keep(Essay essay) {
        return new Kept();
    }
}

final class Essay {
    public String text = "";
}

sealed interface Verdict permits Rejected, Kept {}

record Rejected() implements Verdict {}

record Kept() implements Verdict {}
