package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import java.util.Iterator;
import java.util.List;

@StepGraph(start = "draft")
final class Agent {
    @Step(next = END)
    Iterator<String> draft(Essay essay) {
        return essay.lines.iterator();
    }
}

final class Essay {
    public List<String> lines = List.of();
}
