package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Interrupt;
import io.stepgraph.MaxVisits;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;

@StepGraph(start = "draft")
final class Agent {
    @Step(next = "approve")
    void draft(Essay essay) {}

    @Interrupt(answer = Approved.class, next = "keep")
    @MaxVisits(times = 2, then = "draft")
    Question approve(Essay essay) {
        return new Question("Well?");
    }

    @Step(next = END)
    void keep(Essay essay, Approved approved) {}
}

final class Essay {
    public String text = "";
}

record Question(String text) {}

record Approved() {}
