package io.stepgraph.crash;

/** Real processes that are cut, on SQLite. */
final class SqliteCrashTest extends CrashMatrix {
    SqliteCrashTest() {
        super(Stores.SQLITE);
    }
}
