package example;

import static example.AgentGraph.*;
import static io.stepgraph.StepGraph.END;

import io.stepgraph.GatedBy;
import io.stepgraph.Interrupt;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;

@StepGraph(start = "draft")
final class Agent {
    @Step(next = {"approve", "note"})
    DraftNext draft(Essay essay) {
        throw new UnsupportedOperationException();
    }

    @Step(next = "print")
    void note(Essay essay) {}

    @Step(next = "pay")
    void print(Essay essay) {}

    @Interrupt(answer = Decision.class, next = {"accept", "keep"})
    Question approve(Essay essay) {
        return new Question("Well?");
    }

    @Step(next = END)
    void keep(Essay essay, Rejected rejected) {}

    @Step(next = "pay")
    void accept(Essay essay, Approved approved) {}

    @Step(next = END)
    @GatedBy(value = "approve", answer = Approved.class)
    void pay(Essay essay) {}
}

final class Essay {
    public String text = "";
}

record Question(String text) {}

sealed interface Decision permits Approved, Rejected {}

record Approved() implements Decision {}

record Rejected(String why) implements Decision {}
