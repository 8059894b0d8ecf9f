package io.stepgraph.tests.agents;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.runtime.MachineClock;
import io.stepgraph.runtime.StepContext;
import io.stepgraph.sqlite.SqliteStore;
import io.stepgraph.store.Store;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;

/** An agent that books a seat as a row of its database: with its checkpoint if it is careful, else at once. */
@StepGraph(start = "book")
final class SeatsAgent {
    private final Seats seats;
    private final boolean isCareful;

    SeatsAgent(Seats seats, boolean isCareful) {
        this.seats = seats;
        this.isCareful = isCareful;
    }

    static final class Order {
        public boolean isBooked;
    }

    /** The database of one play. */
    static final class Seats {
        private final Path file;

        Seats(Path folder) {
            this.file = folder.resolve(UUID.randomUUID() + ".db");
        }

        Store open(MachineClock clock) {
            Store store = SqliteStore.builder(file).clock(clock).open();
            try (Connection connection = connect()) {
                execute(connection, "create table seats (seat integer)");
            } catch (SQLException failed) {
                throw new IllegalStateException(failed);
            }
            return store;
        }

        Connection connect() throws SQLException {
            return DriverManager.getConnection("jdbc:sqlite:" + file);
        }

        static void execute(Connection connection, String sql) throws SQLException {
            try (Statement statement = connection.createStatement()) {
                statement.execute(sql);
            }
        }

        int count() {
            try (Connection connection = connect();
                    Statement statement = connection.createStatement();
                    ResultSet count = statement.executeQuery("select count(*) from seats")) {
                count.next();
                return count.getInt(1);
            } catch (SQLException failed) {
                throw new IllegalStateException(failed);
            }
        }
    }

    @Step(next = "close", transactional = true)
    void book(Order order, StepContext<?> context) throws SQLException {
        String insert = "insert into seats values (1)";
        if (isCareful) {
            context.atCheckpoint(connection -> Seats.execute(connection, insert));
        } else {
            try (Connection connection = seats.connect()) {
                Seats.execute(connection, insert);
            }
        }
    }

    @Step(next = END)
    void close(Order order) {
        order.isBooked = true;
    }
}
