package example;

import static example.AgentGraph.ReviewNext;
import static io.stepgraph.StepGraph.END;

import io.stepgraph.Step;
import io.stepgraph.StepGraph;

@StepGraph(start = "draft")
final class Agent {
    @Step(next = "review")
    Essay draft(Essay essay) {
        essay = essay.with("A draft");
        return essay;
    }

    @Step(next = {"draft", END})
    @io.stepgraph.MaxVisits(times = 3, then = "stop")
    ReviewNext review(Essay essay) {
        if (essay.text().isEmpty()) {
            essay = essay.with("Reviewed");
            return ReviewNext.draft();
        }
        return ReviewNext.end();
    }

    @Step(next = END)
    void stop(Essay essay) {}
}

record Essay(String text) {
    Essay with(String text) {
        return new Essay(text);
    }
}
