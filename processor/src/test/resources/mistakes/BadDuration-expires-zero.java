package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Interrupt;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;

@StepGraph(start = "draft")
final class Agent {
    @Interrupt(answer = Approved.class, next = "keep", expires = "0s")
    Question draft(Essay essay) {
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
