package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Interrupt;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;

@StepGraph(start = "draft")
final class Agent {
    @Interrupt(answer = Decision.class, next = {"revise", "keep"})
    Question draft(Essay essay) {
        return new Question("Well?");
    }

    @Step(next = END)
    void revise(Essay essay, Rejected rejected) {}

    @Step(next = END)
    void keep(Essay essay, Full full) {}
}

final class Essay {
    public String text = "";
}

record Question(String text) {}

sealed interface Decision permits Approved, Rejected {}

sealed interface Approved extends Decision permits Full, Partly {}

record Full() implements Approved {}

record Partly() implements Approved {}

record Rejected() implements Decision {}
