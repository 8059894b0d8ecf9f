package io.stepgraph.benchmarks.queue;

import java.sql.SQLException;
import java.util.List;
import java.util.function.Consumer;

/** A program with a queue in Postgres. */
public enum Contender {
    /** Runs of three steps, each of which is stored. A worker and a store with all settings as they come. */
    STEPGRAPH {
        @Override
        Queue open(String url) {
            return new StepgraphQueue(url);
        }

        @Override
        Consumption consume(String url, String name, Consumer<String> begun) {
            return new StepgraphConsumption(url, begun);
        }
    },

    /**
     * Workflows of three steps, each of which is stored. DBOS looks at its queue from time to time and then takes as
     * many workflows as may run; it does so each second unless told otherwise, and so often here that this does not
     * limit it.
     */
    DBOS {
        @Override
        Queue open(String url) {
            return new DbosQueue(url);
        }

        @Override
        Consumption consume(String url, String name, Consumer<String> begun) {
            return new DbosConsumption(url, name, begun);
        }
    },

    /**
     * One-time tasks, which have no steps: a task does the work of all three and stores nothing between, and its row is
     * deleted when it is done. The settings are those that db-scheduler recommends for many tasks on Postgres.
     */
    DB_SCHEDULER {
        @Override
        Queue open(String url) throws SQLException {
            return new SchedulerQueue(url);
        }

        @Override
        Consumption consume(String url, String name, Consumer<String> begun) {
            return new SchedulerConsumption(url, name, begun);
        }
    };

    /** How many items a worker executes at once. */
    static final int THREADS = 16;

    /** The size of the state of an item, in bytes of JSON. */
    static final int BYTES = 2_000;

    /** Connects to store items. Brings the database to its schema. */
    abstract Queue open(String url) throws SQLException;

    /**
     * Prepares a worker.
     *
     * @param name a name of its own
     * @param begun gets the id of each item that begins
     */
    abstract Consumption consume(String url, String name, Consumer<String> begun);

    /** The side that stores items. */
    interface Queue extends AutoCloseable {

        /** Stores items that may begin at once, and returns when they are stored. */
        void store(List<String> ids);

        /** How many items have been stored and have not ended. */
        long left() throws SQLException;

        /** How many items have ended well and are still stored; for a queue that removes them, zero. */
        long kept() throws SQLException;

        /** Removes the items that have ended. */
        void clear() throws SQLException;

        @Override
        void close() throws SQLException;
    }

    /** The side that executes items. Begun and stopped any number of times. */
    interface Consumption extends AutoCloseable {

        /** Begins to take items. */
        void start();

        /** Takes no more items. */
        void stop();

        @Override
        void close();
    }
}
