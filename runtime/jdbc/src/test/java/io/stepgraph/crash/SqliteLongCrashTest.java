package io.stepgraph.crash;

/** Real processes that are cut at random, on SQLite. */
final class SqliteLongCrashTest extends LongCrashMatrix {
    SqliteLongCrashTest() {
        super(Stores.SQLITE);
    }
}
