package example;

import static example.AgentGraph.*;
import static io.stepgraph.StepGraph.END;

import io.stepgraph.GatedBy;
import io.stepgraph.Interrupt;
import io.stepgraph.MaxVisits;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.runtime.Expired;

@StepGraph(start = "draft")
final class Agent {
    @Step(next = "approve")
    void draft(Essay essay) {}

    @Interrupt(answer = Decision.class, next = {"keep", "revise", "late"}, expires = "7d")
    Question approve(Essay essay) {
        return new Question("Well?");
    }

    @Step(next = "pay")
    Essay keep(Essay essay, Approved approved) {
        return essay;
    }

    @Step(next = "approve")
    void revise(Essay essay, Rejected rejected) {}

    @Step(next = "approve")
    @MaxVisits(times = 3, then = "lapse")
    void late(Essay essay, Expired expired) {}

    @Step(next = END)
    void lapse(Essay essay) {}

    @Step(next = {"approve", "thank"})
    @GatedBy(value = "approve", answer = Approved.class)
    PayNext pay(Essay essay) {
        throw new UnsupportedOperationException();
    }

    @Step(next = END)
    @GatedBy(value = "approve", answer = {Approved.class})
    void thank(Essay essay) {}
}

final class Essay {
    public String text = "";
}

record Question(String text) {}

sealed interface Decision permits Approved, Rejected {}

record Approved(Budget budget) implements Decision {}

record Rejected(boolean isFinal) implements Decision {}

enum Budget {
    TRAVEL,
    FOOD,
    OTHER
}
