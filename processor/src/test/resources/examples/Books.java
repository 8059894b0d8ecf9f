package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.runtime.StepContext;

@StepGraph(start = "book")
public record Books(Bookings bookings) {
    @Step(next = END, transactional = true)
    void book(Order order, StepContext<?> context) {
        bookings.insert(order, context); // calls context.atCheckpoint
    }

    public record Order(int cents) {}

    public interface Bookings {
        void insert(Order order, StepContext<?> context);
    }
}
