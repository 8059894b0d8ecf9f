package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Interrupt;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import java.util.function.Supplier;

@StepGraph(start = "ask")
final class Agent {
    @Interrupt(answer = String.class, next = "store")
    Supplier<String> ask(Essay essay) {
        return () -> "Which file?";
    }

    @Step(next = END)
    void store(Essay essay, String answer) {}
}

record Essay(String text) {}
