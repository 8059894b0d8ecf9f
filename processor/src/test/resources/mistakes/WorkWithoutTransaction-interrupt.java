package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Interrupt;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.runtime.CheckpointWork;
import io.stepgraph.runtime.StepContext;
import java.util.List;

@StepGraph(start = "approve")
final class Agent {
    @Interrupt(answer = Approved.class, next = "book")
    Question approve(Order order, StepContext<?> context) {
        List<CheckpointWork> works = List.of(connection -> {});
        works.forEach(context::atCheckpoint);
        return new Question("Well?");
    }

    @Step(next = END)
    void book(Order order, Approved approved) {}
}

final class Order {
    public int cents;
}

record Question(String text) {}

record Approved() {}
