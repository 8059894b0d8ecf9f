package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Action;
import io.stepgraph.GatedBy;
import io.stepgraph.Interrupt;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.runtime.Answered;
import io.stepgraph.runtime.StepContext;

@StepGraph(start = "approve")
final class Agent {
    @Interrupt(answer = Decision.class, next = {"pay", "refuse"})
    Question approve(Case c) {
        return new Question("Well?", new Refund(c.cents));
    }

    @Step(next = END, effects = "refund")
    @GatedBy(value = "approve", exactly = true)
    void pay(Answered<Question, Approved> approval, StepContext<?> context) {}

    @Step(next = END)
    void refuse(Case c, Refused refused, StepContext<?> context) {
        context.once("refund", new Refund(900_000), String.class).call((key, refund) -> key);
    }
}

final class Case {
    public int cents;
}

record Refund(int cents) {}

record Question(String text, @Action Refund action) {}

sealed interface Decision permits Approved, Refused {}

record Approved() implements Decision {}

record Refused(String why) implements Decision {}
