package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Interrupt;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;

@StepGraph(start = "approve")
final class Agent {
    @Interrupt(answer = Approved.class, next = "keep")
    Question approve(Integer asked) {
        asked++;
        return new Question("Well?");
    }

    @Step(next = END)
    void keep(Integer asked, Approved approved) {}
}

record Question(String text) {}

record Approved() {}
