package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.GatedBy;
import io.stepgraph.Interrupt;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;

@StepGraph(start = "approve")
final class Agent {
    @Interrupt(answer = Decision.class, next = {"pay", "drop"})
    Question approve(Essay essay) {
        return new Question("Well?");
    }

    @Step(next = END)
    @GatedBy("approve")
    void pay(Approved approved) {}

    @Step(next = END)
    void drop(Essay essay, Rejected rejected) {}
}

final class Essay {
    public String text = "";
}

record Question(String text) {}

sealed interface Decision permits Approved, Rejected {}

record Approved() implements Decision {}

record Rejected(String why) implements Decision {}
