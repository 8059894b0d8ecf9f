package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Interrupt;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import java.io.InputStream;

@StepGraph(start = "ask")
final class Agent {
    sealed interface Answer permits Upload, Refusal {}

    record Upload(InputStream content) implements Answer {}

    record Refusal() implements Answer {}

    @Interrupt(answer = Answer.class, next = "store")
    String ask(Essay essay) {
        return "Which file?";
    }

    @Step(next = END)
    void store(Essay essay, Answer answer) {}
}

record Essay(String text) {}
