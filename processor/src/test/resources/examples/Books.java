package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.runtime.StepContext;
import java.sql.Connection;
import java.sql.SQLException;

@StepGraph(start = "book")
public record Books(Bookings bookings) {
    @Step(next = END, transactional = true)
    void book(Order order, StepContext<?> context) {
        context.atCheckpoint(connection -> bookings.insert(connection, order));
    }

    public record Order(int cents) {}

    public interface Bookings {
        void insert(Connection connection, Order order) throws SQLException;
    }
}
