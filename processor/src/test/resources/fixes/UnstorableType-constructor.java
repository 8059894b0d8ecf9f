package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Step;
import io.stepgraph.StepGraph;

@StepGraph(start = "draft")
final class Agent {
    record Notes(String text) {
        Notes(String text, String more) {
            this(text + more);
        }
    }

    @Step(next = "review")
    Notes draft(Essay essay) {
        return new Notes("a", "b");
    }

    @Step(next = END)
    void review(Essay essay, Notes notes) {}
}

record Essay(String text) {}
