package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import java.util.stream.Stream;

@StepGraph(start = "draft")
final class Agent {
    @Step(next = END)
    Stream<String> draft(Essay essay) {
        return essay.text.lines();
    }
}

final class Essay {
    public String text = "";
}
