package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.GatedBy;
import io.stepgraph.Interrupt;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;

@StepGraph(start = "approve")
final class Agent {
    @Interrupt(answer = Decision.class, next = "pay")
    Question approve(Essay essay) {
        return new Question("Well?");
    }

    @Step(next = END)
    @GatedBy("approve")
    void pay(Essay essay, Decision decision) {}
}

final class Essay {
    public String text = "";
}

record Question(String text) {}

record Decision(Boolean approved) {}
