package io.stepgraph.crash;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.runtime.StepContext;
import io.stepgraph.testkit.store.CrashPoints;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;

/** An agent that books two flights, each as rows of two tables that are stored with the checkpoint. */
@StepGraph(start = "outward", name = "bookings")
final class Bookings {
    static final int FLIGHTS = 2;

    private final String schema;
    private final CrashPoints points;

    Bookings(String schema, CrashPoints points) {
        this.schema = schema;
        this.points = points;
    }

    /** The tables. They have no keys, so that a row that is inserted twice is there twice. */
    static List<String> tables(String schema) {
        return List.of(
                "create table if not exists " + schema + ".seats (run varchar(200), flight integer)",
                "create table if not exists " + schema + ".bills (run varchar(200), flight integer)");
    }

    static final class Trip {
        public String run = "";
        public int booked;

        static Trip of(String run) {
            Trip trip = new Trip();
            trip.run = run;
            return trip;
        }
    }

    @Step(next = "back", transactional = true)
    void outward(Trip trip, StepContext<?> context) {
        book(trip, context);
    }

    @Step(next = END, transactional = true)
    void back(Trip trip, StepContext<?> context) {
        book(trip, context);
    }

    private void book(Trip trip, StepContext<?> context) {
        trip.booked++;
        int flight = trip.booked;
        context.atCheckpoint(connection -> {
            insert(connection, "seats", trip.run, flight);
            points.reach("between-rows");
            insert(connection, "bills", trip.run, flight);
            points.reach("rows-written");
        });
    }

    private void insert(Connection connection, String table, String run, int flight) throws SQLException {
        try (PreparedStatement insert =
                connection.prepareStatement("insert into " + schema + "." + table + " values (?, ?)")) {
            insert.setString(1, run);
            insert.setInt(2, flight);
            insert.executeUpdate();
        }
    }
}
