package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.runtime.StepContext;

@StepGraph(start = "book")
final class Agent {
    @Step(next = END, transactional = true)
    void book(Order order, StepContext<?> context) {
        context.atCheckpoint(connection -> {
            var insert = connection.prepareStatement("INSERT INTO booking VALUES (?)");
            insert.setString(1, context.runId());
            insert.executeUpdate();
        });
    }
}

final class Order {
    public int cents;
}
