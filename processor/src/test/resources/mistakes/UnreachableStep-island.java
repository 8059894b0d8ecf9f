package example;

import static example.AgentGraph.*;
import static io.stepgraph.StepGraph.END;

import io.stepgraph.GatedBy;
import io.stepgraph.Interrupt;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;

@StepGraph(start = "draft")
final class Agent {
    @Step(next = END)
    void draft(Essay essay) {}

    @Interrupt(answer = Decision.class, next = {"pay", "refuse"})
    Question approve(Essay essay) {
        return new Question("Well?");
    }

    @Step(next = {"pay", END}, effects = "pay", onFailure = "refuse")
    @GatedBy("approve")
    PayNext pay(Essay essay, Approved approved) {
        return PayNext.end();
    }

    @Step(next = "refuse")
    void refuse(Essay essay, Refused refused) {}
}

final class Essay {
    public String text = "";
}

record Question(String text) {}

sealed interface Decision permits Approved, Refused {}

record Approved() implements Decision {}

record Refused() implements Decision {}
