package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.AnsweredBy;
import io.stepgraph.Interrupt;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;

@StepGraph(start = "approve")
final class Agent {
    @Interrupt(answer = Decision.class, next = {"revise", "keep"})
    @AnsweredBy(starter = true, notStarter = true)
    Question approve(Essay essay) {
        return new Question("Well?");
    }

    @Step(next = END)
    void revise(Essay essay, Rejected rejected) {}

    @Step(next = END)
    void keep(Essay essay, Approved approved) {}
}

final class Essay {
    public String text = "";
}

record Question(String text) {}

sealed interface Decision permits Approved, Rejected {}

record Approved() implements Decision {}

record Rejected(String why) implements Decision {}
