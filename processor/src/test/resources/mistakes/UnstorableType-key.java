package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import java.util.Map;

@StepGraph(start = "draft")
final class Agent {
    @Step(next = END)
    void draft(Essay essay) {}
}

record Essay(Map<Position, String> notes) {}

record Position(int line, int column) {}
