package io.stepgraph.benchmarks.engines;

import io.stepgraph.benchmarks.database.Database;
import io.stepgraph.engine.Runner;
import io.stepgraph.engine.store.MemoryStore;
import io.stepgraph.engine.store.Store;
import io.stepgraph.runtime.client.Engine;
import io.stepgraph.temporal.TemporalEngine;
import io.temporal.testing.TestEnvironmentOptions;
import io.temporal.testing.TestWorkflowEnvironment;

/** Where runs are executed. */
public enum EngineKind {
    /** A runner with a store in memory. */
    MEMORY("Runner, memory") {
        @Override
        public Opened open() {
            Store store = new MemoryStore();
            return runner(store, store::close);
        }
    },

    /** A runner with a SQLite file. */
    SQLITE("Runner, SQLite") {
        @Override
        public Opened open() {
            return runner(Database.Kind.SQLITE.create());
        }
    },

    /** A runner with a Postgres server. */
    POSTGRES("Runner, Postgres") {
        @Override
        public Opened open() {
            return runner(Database.Kind.POSTGRES.create());
        }
    },

    /**
     * Temporal's server for tests, in this process: it keeps all in memory, shares the processors with the steps, and cannot delete
     * runs. So it is no measure of a real server, which writes to a database and is asked over a network.
     */
    TEMPORAL("Temporal, test server") {
        @Override
        public Opened open() {
            TestWorkflowEnvironment server = TestWorkflowEnvironment.newInstance(TestEnvironmentOptions.newBuilder()
                    .setUseTimeskipping(false)
                    .build());
            TemporalEngine engine =
                    TemporalEngine.builder(server.getWorkflowServiceStubs()).build();
            return new Opened(engine, false, () -> {
                engine.close();
                server.close();
            });
        }
    };

    private final String label;

    EngineKind(String label) {
        this.label = label;
    }

    /** Opens one that nothing else uses. */
    public abstract Opened open();

    /** Its name in the table. */
    public String label() {
        return label;
    }

    /**
     * An engine with all that belongs to it.
     *
     * @param canDelete whether ended runs can be deleted
     */
    public record Opened(Engine engine, boolean canDelete, Runnable closing) implements AutoCloseable {
        @Override
        public void close() {
            closing.run();
        }
    }

    private static Opened runner(Database database) {
        Store store = database.open();
        return runner(store, () -> {
            store.close();
            database.close();
        });
    }

    private static Opened runner(Store store, Runnable closing) {
        Runner runner = Runner.builder(store).build();
        return new Opened(runner, true, () -> {
            runner.close();
            closing.run();
        });
    }
}
