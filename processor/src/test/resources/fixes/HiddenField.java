package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Interrupt;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;

@StepGraph(start = "approve")
final class Agent {
    @Interrupt(answer = Answer.class, next = "keep")
    Question approve(Essay essay) {
        return new Question("Well?", essay.text);
    }

    @Step(next = END)
    void keep(Essay essay, Answer answer) {}
}

final class Essay {
    public String text = "";
}

record Question(String text, String draft) {}

record Answer(String text) {}
