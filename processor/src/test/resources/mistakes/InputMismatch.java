package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import java.util.List;

@StepGraph(start = "draft")
final class Agent {
    @Step(next = "review")
    List<String> draft(Essay essay) {
        return List.of();
    }

    @Step(next = END)
    void review(Essay essay, Notes notes) {}
}

final class Essay {
    public String text = "";
}

record Notes() {}
