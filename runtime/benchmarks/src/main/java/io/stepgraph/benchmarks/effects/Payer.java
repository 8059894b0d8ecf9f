package io.stepgraph.benchmarks.effects;

import io.stepgraph.benchmarks.database.Database;
import io.stepgraph.benchmarks.dialog.Dialog;
import io.stepgraph.benchmarks.dialog.Talk;
import java.sql.SQLException;

/** A program that pays in each step. Each begins with a given dialog and removes its rows when the run has ended. */
public enum Payer {
    /** An effect with the default policy: a write before the call, one after it, and the commit of the step. */
    STEPGRAPH {
        @Override
        Side open(Database database, Talk talk, int steps, int runs) {
            return new StepgraphSide(database, new PayingAgent(talk, steps, false));
        }
    },

    /** An effect that is retried with the same key: its end is part of the commit of the step. */
    SAME_KEY {
        @Override
        Side open(Database database, Talk talk, int steps, int runs) {
            return new StepgraphSide(database, new PayingAgent(talk, steps, true));
        }
    },

    /** The hand-written loop with the same three writes, with a connection for each run. */
    LOOP {
        @Override
        Side open(Database database, Talk talk, int steps, int runs) throws SQLException {
            return new LoopSide(database, talk, steps, runs);
        }
    },

    /**
     * DBOS Transact, whose step is what an effect is here: one write, after the call. A process that dies before that
     * write calls again.
     */
    DBOS {
        @Override
        Side open(Database database, Talk talk, int steps, int runs) {
            return new DbosSide(database, talk, steps);
        }
    };

    /**
     * Connects.
     *
     * @param steps how many steps a run has
     * @param runs how many runs there are at once
     */
    abstract Side open(Database database, Talk talk, int steps, int runs) throws SQLException;

    /** One payer, connected. Safe for use by as many threads as there are runs at once. */
    interface Side extends AutoCloseable {
        Dialog run(String id, Dialog dialog) throws InterruptedException;

        @Override
        void close() throws SQLException;
    }
}
