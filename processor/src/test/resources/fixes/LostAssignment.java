package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Step;
import io.stepgraph.StepGraph;

@StepGraph(start = "draft")
final class Agent {
    @Step(next = END)
    Essay draft(Essay essay) {
        return essay.with("An essay about " + essay.topic());
    }
}

record Essay(String topic, String text) {
    Essay with(String text) {
        return new Essay(topic, text);
    }
}
