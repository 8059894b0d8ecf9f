package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Interrupt;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;

@StepGraph(start = "draft")
final class Agent {
    @Interrupt(answer = {Approved.class, Void.class}, next = {"keep", "drop"})
    Question draft(Essay essay) {
        return new Question("Well?");
    }

    @Step(next = END)
    void keep(Essay essay, Approved approved) {}

    @Step(next = END)
    void drop(Essay essay, Void refused) {}
}

final class Essay {
    public String text = "";
}

record Question(String text) {}

record Approved() {}
