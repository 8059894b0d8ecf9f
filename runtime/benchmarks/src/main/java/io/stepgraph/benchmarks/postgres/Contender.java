package io.stepgraph.benchmarks.postgres;

import io.stepgraph.benchmarks.dialog.Dialog;
import io.stepgraph.benchmarks.dialog.Talk;
import java.sql.SQLException;

/** A program that executes the steps. Each begins with a given dialog and removes its rows when the run has ended. */
public enum Contender {
    /** A runner and a store with all settings as they come. */
    STEPGRAPH {
        @Override
        Side open(Server server, Talk talk, int steps, int runs) {
            return new StepgraphSide(server, talk, steps);
        }
    },

    /** The hand-written loop, with a connection for each run. */
    LOOP {
        @Override
        Side open(Server server, Talk talk, int steps, int runs) throws SQLException {
            return new LoopSide(server, talk, steps, runs);
        }
    },

    /** DBOS Transact with all settings as they come. */
    DBOS {
        @Override
        Side open(Server server, Talk talk, int steps, int runs) {
            return new DbosSide(server, talk, steps);
        }
    };

    /**
     * Connects.
     *
     * @param steps how many steps a run has
     * @param runs how many runs there are at once
     */
    abstract Side open(Server server, Talk talk, int steps, int runs) throws SQLException;

    /** One contender, connected. Safe for use by as many threads as there are runs at once. */
    interface Side extends AutoCloseable {
        Dialog run(String id, Dialog dialog) throws InterruptedException;

        @Override
        void close() throws SQLException;
    }
}
