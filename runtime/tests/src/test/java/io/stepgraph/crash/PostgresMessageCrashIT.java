package io.stepgraph.crash;

/** Processes that die over messages, on Postgres. */
final class PostgresMessageCrashIT extends MessageMatrix {
    PostgresMessageCrashIT() throws Exception {
        super(Stores.POSTGRES);
    }
}
