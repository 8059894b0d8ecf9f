package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.runtime.StepContext;

@StepGraph(start = "book")
final class Agent {
    @Step(next = END)
    void book(Order order, StepContext<?> context) {
        context.atCheckpoint(connection -> connection.createStatement().execute("INSERT INTO booking VALUES (1)"));
    }
}

final class Order {
    public int cents;
}
