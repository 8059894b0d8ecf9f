package example;

import io.stepgraph.StepGraph;

@StepGraph(start = "draft")
final class Agent {
    void draft(Essay essay) {}
}

final class Essay {
    public String text = "";
}
