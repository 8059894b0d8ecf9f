package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.GatedBy;
import io.stepgraph.Interrupt;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;

@StepGraph(start = "approve")
final class Agent {
    @Interrupt(answer = Answer.class, next = {"pay", "explain", "appeal"})
    Question approve(Essay essay) {
        return new Question("Well?");
    }

    @Step(next = END)
    @GatedBy("approve")
    void pay(Essay essay, Decision decision) {}

    @Step(next = "approve")
    void explain(Essay essay, Why why) {}

    @Step(next = "pay")
    Approved appeal(Essay essay, Rejected rejected) {
        return new Approved();
    }
}

final class Essay {
    public String text = "";
}

record Question(String text) {}

sealed interface Answer permits Decision, Why {}

sealed interface Decision extends Answer permits Approved, Rejected {}

record Approved() implements Decision {}

record Rejected(String why) implements Decision {}

record Why(String text) implements Answer {}
