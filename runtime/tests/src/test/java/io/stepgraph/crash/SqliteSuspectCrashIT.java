package io.stepgraph.crash;

/** Worker processes that a run kills, on SQLite. */
final class SqliteSuspectCrashIT extends SuspectMatrix {
    SqliteSuspectCrashIT() {
        super(Stores.SQLITE);
    }
}
