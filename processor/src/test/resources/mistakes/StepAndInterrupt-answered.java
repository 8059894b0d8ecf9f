package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.AnsweredBy;
import io.stepgraph.Interrupt;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;

@StepGraph(start = "draft", roles = "lead")
final class Agent {
    @Step(next = "approve")
    void draft(Essay essay) {}

    @Step(next = END)
    @Interrupt(answer = Approved.class, next = "keep")
    @AnsweredBy(role = "lead")
    Question approve(Essay essay) {
        return new Question("Well?");
    }

    @Step(next = END)
    Question keep(Essay essay, Approved approved) {
        return new Question("Kept.");
    }
}

final class Essay {
    public String text = "";
}

record Question(String text) {}

record Approved() {}
