package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.AnsweredBy;
import io.stepgraph.GatedBy;
import io.stepgraph.Interrupt;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;

@StepGraph(start = "draft")
final class Agent {
    @Step(next = "approve")
    void draft(Essay essay) {}

    @Interrupt(answer = Decision.class, next = {"confirm", "revise"})
    Question approve(Essay essay) {
        return new Question("Well?");
    }

    @Interrupt(answer = Decision.class, next = {"keep", "revise"})
    @GatedBy("approve")
    @AnsweredBy(otherThan = {"aprove"})
    Question confirm(Essay essay, Approved approved) {
        return new Question("Really?");
    }

    @Step(next = END)
    void keep(Essay essay, Approved approved) {}

    @Step(next = END)
    void revise(Essay essay, Rejected rejected) {}
}

final class Essay {
    public String text = "";
}

record Question(String text) {}

sealed interface Decision permits Approved, Rejected {}

record Approved() implements Decision {}

record Rejected(String why) implements Decision {}
