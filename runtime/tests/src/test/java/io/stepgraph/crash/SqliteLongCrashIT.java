package io.stepgraph.crash;

/** Real processes that are cut at random, on SQLite. */
final class SqliteLongCrashIT extends LongCrashMatrix {
    SqliteLongCrashIT() {
        super(Stores.SQLITE);
    }
}
