package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import java.util.List;
import java.util.Map;

@StepGraph(start = "draft")
final class Agent {
    @Step(next = END)
    Map<List<String>, String> draft(Essay essay) {
        return Map.of();
    }
}

record Essay(String text) {}
