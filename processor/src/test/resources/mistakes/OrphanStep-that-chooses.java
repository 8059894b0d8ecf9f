package example;

import static example.AgentGraph.*;
import static io.stepgraph.StepGraph.END;

import io.stepgraph.Step;
import io.stepgraph.StepGraph;

@StepGraph(start = "draft")
final class Agent extends Base {
    @Step(next = "review")
    void draft(Essay essay) {}

    @Step(next = END)
    void print(Essay essay) {}
}

final class Essay {
    public String text = "";
}

abstract class Base {
    @Step(next = {"review", "print", END})
    ReviewNext review(Essay essay) {
        if (essay.text.isEmpty()) {
            return ReviewNext.review();
        }
        return essay.text.equals("good") ? ReviewNext.print() : ReviewNext.end();
    }
}
