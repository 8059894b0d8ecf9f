package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Step;
import io.stepgraph.StepGraph;

@StepGraph(start = "draft")
final class Agent {
    @Step(next = END)
    void draft(Text text, Essay essay) {}
}

class Text {}

final class Essay extends Text {}
