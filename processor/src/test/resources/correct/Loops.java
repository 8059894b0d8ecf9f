package example;

import static example.AgentGraph.*;
import static io.stepgraph.StepGraph.END;

import io.stepgraph.GatedBy;
import io.stepgraph.Interrupt;
import io.stepgraph.MaxVisits;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;

@StepGraph(start = "polish")
final class Agent {
    @Step(next = "critique")
    @MaxVisits(times = 3, then = "approve")
    void polish(Essay essay) {}

    @Step(next = "polish")
    void critique(Essay essay) {}

    @Interrupt(answer = Decision.class, next = {"publish", "again"})
    Question approve(Essay essay) {
        return new Question("Well?");
    }

    @Step(next = "polish")
    void again(Essay essay, Rejected rejected) {}

    @Step(next = {"approve", END})
    @GatedBy("approve")
    PublishNext publish(Essay essay, Approved approved) {
        throw new UnsupportedOperationException();
    }
}

final class Essay {
    public String text = "";
}

record Question(String text) {}

sealed interface Decision permits Approved, Rejected {}

record Approved() implements Decision {}

record Rejected(String why) implements Decision {}
