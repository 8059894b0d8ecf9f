package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.GatedBy;
import io.stepgraph.Interrupt;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.runtime.Answered;

@StepGraph(start = "approve")
final class Agent {
    @Interrupt(answer = Decision.class, next = {"note", "refuse"})
    Question approve(Case c) {
        return new Question(new Refund(c.cents));
    }

    @Step(next = "pay")
    Refund note(Case c, Approved approved) {
        return new Refund(c.cents);
    }

    @Step(next = END)
    @GatedBy(value = "approve", exactly = true)
    void pay(Answered<Question, Approved> approval) {}

    @Step(next = END)
    void refuse(Case c, Refused refused) {}
}

final class Case {
    public int cents;
}

record Refund(int cents) {}

record Question(Refund action) {}

sealed interface Decision permits Approved, Refused {}

record Approved() implements Decision {}

record Refused(String why) implements Decision {}
