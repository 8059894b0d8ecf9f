package io.stepgraph.crash;

/** Real processes that come from outside and are cut, on SQLite. */
final class SqliteStrangerCrashIT extends StrangerMatrix {
    SqliteStrangerCrashIT() {
        super(Stores.SQLITE);
    }
}
