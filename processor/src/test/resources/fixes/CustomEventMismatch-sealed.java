package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.runtime.StepContext;

@StepGraph(start = "draft")
final class Agent {
    @Step(next = "review")
    void draft(Essay essay, StepContext<Progress> context) {}

    @Step(next = "print")
    void review(Essay essay, StepContext<Progress> context) {}

    @Step(next = END)
    void print(Essay essay, StepContext<Progress> context) {}
}

final class Essay {
    public String text = "";
}

sealed interface Progress permits Started, Finished {}

record Started() implements Progress {}

record Finished() implements Progress {}
