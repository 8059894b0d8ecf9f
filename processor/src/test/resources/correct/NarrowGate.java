package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.GatedBy;
import io.stepgraph.Interrupt;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;

@StepGraph(start = "approve")
final class Agent {
    @Interrupt(answer = Decision.class, next = {"pay", "refuse"})
    Question approve(Essay essay) {
        return new Question("Well?");
    }

    /** The answers that nobody else takes. */
    @Step(next = END)
    @GatedBy("approve")
    void pay(Essay essay, Decision decision) {}

    @Step(next = END)
    void refuse(Essay essay, Rejected rejected) {}
}

final class Essay {
    public String text = "";
}

record Question(String text) {}

sealed interface Decision permits Approved, Rejected {}

record Approved() implements Decision {}

record Rejected(String why) implements Decision {}
