package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.GatedBy;
import io.stepgraph.Interrupt;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.runtime.StepContext;

@StepGraph(start = "approve")
final class Agent {
    @Interrupt(answer = Decision.class, next = {"plan", "refuse"})
    Question approve(Case c) {
        return new Question(new Refund(c.cents));
    }

    @Step(next = "pay")
    void plan(Case c, Yes yes) {}

    @Step(next = END, effects = "refund")
    @GatedBy(value = "approve", answer = {Approved.class, Partly.class})
    void pay(Case c, StepContext<?> context) {}

    @Step(next = END)
    void refuse(Case c, Refused refused) {}
}

final class Case {
    public int cents;
}

record Refund(int cents) {}

record Question(Refund action) {}

sealed interface Decision permits Yes, Refused {}

sealed interface Yes extends Decision permits Approved, Partly {}

record Approved() implements Yes {}

record Partly() implements Yes {}

record Refused(String why) implements Decision {}
