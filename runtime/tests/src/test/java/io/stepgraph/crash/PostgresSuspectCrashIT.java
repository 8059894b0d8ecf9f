package io.stepgraph.crash;

/** Worker processes that a run kills, on Postgres. */
final class PostgresSuspectCrashIT extends SuspectMatrix {
    PostgresSuspectCrashIT() {
        super(Stores.POSTGRES);
    }
}
