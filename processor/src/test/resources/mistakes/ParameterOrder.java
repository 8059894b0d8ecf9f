package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Interrupt;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.runtime.StepContext;

@StepGraph(start = "approve")
final class Agent {
    @Interrupt(answer = Approved.class, next = "keep")
    Question approve(Essay essay) {
        return new Question("Well?");
    }

    @Step(next = END)
    void keep(Approved approved, StepContext<?> context, Essay essay) {}
}

final class Essay {
    public String text = "";
}

record Question(String text) {}

record Approved() {}
