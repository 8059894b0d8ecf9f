package io.stepgraph.crash;

/** Worker processes that are killed, on SQLite. */
final class SqliteWorkerSoakIT extends WorkerSoak {
    SqliteWorkerSoakIT() {
        super(Stores.SQLITE);
    }
}
