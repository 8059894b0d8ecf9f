package io.stepgraph.crash;

/** Real processes that come from outside and are cut, on SQLite. */
final class SqliteStrangerCrashTest extends StrangerMatrix {
    SqliteStrangerCrashTest() {
        super(Stores.SQLITE);
    }
}
