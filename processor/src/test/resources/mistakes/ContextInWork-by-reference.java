package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.runtime.StepContext;
import java.util.List;

@StepGraph(start = "book")
final class Agent {
    @Step(next = END, transactional = true)
    void book(Order order, StepContext<String> context) {
        List<String> booked = List.of("seat", "meal");
        context.atCheckpoint(connection -> booked.forEach(context::emit));
    }
}

final class Order {
    public int cents;
}
