package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.GatedBy;
import io.stepgraph.Interrupt;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.runtime.StepFailure;

@StepGraph(start = "draft")
final class Agent {
    @Step(next = "approve")
    void draft(Essay essay) {}

    @Interrupt(answer = Decision.class, next = {"revise", "keep"})
    Question approve(Essay essay) {
        return new Question("Well?");
    }

    @Step(next = END)
    void revise(Essay essay, Rejected rejected) {}

    @Step(next = "pay")
    void keep(Essay essay, Approved approved) {}

    @Step(next = END, onFailure = "recover")
    @GatedBy(value = "approve", answer = Approved.class)
    void pay(Essay essay) {}

    @Step(next = "pay")
    void recover(Essay essay, StepFailure<?> failure) {}
}

final class Essay {
    public String text = "";
}

record Question(String text) {}

sealed interface Decision permits Approved, Rejected {}

record Approved() implements Decision {}

record Rejected(String why) implements Decision {}
