package example;

import static example.AgentGraph.*;
import static io.stepgraph.StepGraph.END;

import io.stepgraph.Step;
import io.stepgraph.StepGraph;

@StepGraph(start = "draft")
final class Agent {
    @Step(next = {"review", "keep", "lose"})
    DraftNext draft(Essay essay) {
        throw new UnsupportedOperationException();
    }

    @Step(next = END)
    Rejected review(Essay essay) {
        return new Rejected();
    }

    @Step(next = END)
    Kept keep(Essay essay) {
        return new Kept();
    }

    @Step(next = END)
    Lost lose(Essay essay) {
        return new Lost();
    }
}

final class Essay {
    public String text = "";
}

sealed interface Verdict permits Rejected, Kept, Lost {}

record Rejected() implements Verdict {}

record Kept() implements Verdict {}

record Lost() implements Verdict {}
