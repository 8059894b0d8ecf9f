package io.stepgraph.benchmarks.engines;

import io.stepgraph.benchmarks.database.Database;
import io.stepgraph.engine.Runner;
import io.stepgraph.runtime.client.Engine;
import io.stepgraph.store.Store;
import io.stepgraph.store.memory.MemoryStore;
import io.stepgraph.temporal.TemporalEngine;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.testing.TestEnvironmentOptions;
import io.temporal.testing.TestWorkflowEnvironment;
import org.jspecify.annotations.Nullable;

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
     * Temporal's server for tests, in this process: it keeps all in memory, waits for no disk, and cannot delete runs.
     */
    TEMPORAL("Temporal, test server") {
        @Override
        public Opened open() {
            TestWorkflowEnvironment server = TestWorkflowEnvironment.newInstance(TestEnvironmentOptions.newBuilder()
                    .setUseTimeskipping(false)
                    .build());
            return temporal(server.getWorkflowServiceStubs(), server::close);
        }
    },

    /**
     * Temporal's server, in a process of its own on this machine, with a SQLite file. Runs are not deleted: the server
     * would do that later, beside the next runs, while a runner has done it when the call returns.
     */
    TEMPORAL_SQLITE("Temporal, SQLite") {
        @Override
        public Opened open() {
            return temporal(TemporalServer.onSqlite(), () -> {});
        }

        @Override
        public @Nullable String whatIsMissing() {
            return TemporalServer.whatIsMissing();
        }
    },

    /** The same with a Postgres server, which is like that of {@link #POSTGRES}. Runs are not deleted either. */
    TEMPORAL_POSTGRES("Temporal, Postgres") {
        @Override
        public Opened open() {
            Database postgres = Database.Kind.POSTGRES.create();
            return temporal(TemporalServer.onPostgres(postgres.url()), postgres::close);
        }

        @Override
        public @Nullable String whatIsMissing() {
            return TemporalServer.whatIsMissing();
        }
    };

    private final String label;

    EngineKind(String label) {
        this.label = label;
    }

    /** Opens one that nothing else uses. */
    public abstract Opened open();

    /** What this machine lacks for it. Null if it lacks nothing. */
    public @Nullable String whatIsMissing() {
        return null;
    }

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

    private static Opened temporal(TemporalServer server, Runnable closing) {
        WorkflowServiceStubs connection = server.connect();
        return temporal(connection, () -> {
            connection.shutdownNow();
            server.close();
            closing.run();
        });
    }

    private static Opened temporal(WorkflowServiceStubs connection, Runnable closing) {
        TemporalEngine engine = TemporalEngine.builder(connection).build();
        return new Opened(engine, false, () -> {
            engine.close();
            closing.run();
        });
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
