package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.runtime.StepContext;

@StepGraph(start = "draft")
final class Agent {
    @Step(next = "review")
    void draft(Essay essay, StepContext<? super String> context) {}

    @Step(next = END)
    void review(Essay essay, StepContext<Token> context) {}
}

final class Essay {
    public String text = "";
}

record Token() {}
