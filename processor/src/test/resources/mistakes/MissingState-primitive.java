package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Step;
import io.stepgraph.StepGraph;

@StepGraph(start = "draft")
final class Agent {
    @Step(next = "review")
    int draft(int pages) {
        return pages + 1;
    }

    @Step(next = END)
    void review(int pages) {}
}
