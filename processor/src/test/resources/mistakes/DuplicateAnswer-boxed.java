package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Interrupt;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;

@StepGraph(start = "draft")
final class Agent {
    @Interrupt(answer = {boolean.class, Boolean.class}, next = "keep")
    Question draft(Essay essay) {
        return new Question("Well?");
    }

    @Step(next = END)
    void keep(Essay essay, boolean answer) {}
}

final class Essay {
    public String text = "";
}

record Question(String text) {}
