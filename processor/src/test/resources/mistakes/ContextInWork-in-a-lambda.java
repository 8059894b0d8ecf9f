package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.runtime.StepContext;
import java.util.List;

@StepGraph(start = "book")
final class Agent {
    @Step(next = END, transactional = true, effects = "mail")
    void book(Order order, StepContext<?> context) {
        List<String> booked = List.of("seat", "meal");
        context.atCheckpoint(connection -> booked.forEach(
                part -> context.once("other", part, String.class).call((key, stored) -> key)));
    }
}

final class Order {
    public int cents;
}
