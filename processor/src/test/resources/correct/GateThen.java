package example;

import static example.AgentGraph.*;
import static io.stepgraph.StepGraph.END;

import io.stepgraph.GatedBy;
import io.stepgraph.Interrupt;
import io.stepgraph.MaxVisits;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;

@StepGraph(start = "approve")
@SuppressWarnings("stepgraph:UnboundedLoop")
final class Agent {
    @Interrupt(answer = Decision.class, next = {"noted", "refuse"})
    Question approve(Essay essay) {
        return new Question("Well?");
    }

    @Step(next = "pay")
    void noted(Essay essay, Approved approved) {}

    @Step(next = {"approve", END})
    @GatedBy(value = "approve", answer = Approved.class)
    @MaxVisits(times = 2, then = "cool")
    PayNext pay(Essay essay) {
        return PayNext.end();
    }

    @Step(next = END)
    void refuse(Essay essay, Refused refused) {}

    @Step(next = "pay")
    void cool(Essay essay) {}
}

final class Essay {
    public String text = "";
}

record Question(String text) {}

sealed interface Decision permits Approved, Refused {}

record Approved() implements Decision {}

record Refused() implements Decision {}
