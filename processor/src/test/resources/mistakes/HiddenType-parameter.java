package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import java.util.List;

@StepGraph(start = "draft")
final class Agent {
    private record Words(int count) {}

    @Step(next = END)
    void draft(Essay essay, List<Words> words) {}
}

final class Essay {
    public String text = "";
}
