package io.stepgraph.crash;

/** Processes that die over messages, on SQLite. */
final class SqliteMessageIT extends MessageMatrix {
    SqliteMessageIT() throws Exception {
        super(Stores.SQLITE);
    }
}
