package io.stepgraph.crash;

/** Worker processes that are killed, on SQLite. */
final class SqliteWorkerIT extends WorkerMatrix {
    SqliteWorkerIT() {
        super(Stores.SQLITE);
    }
}
