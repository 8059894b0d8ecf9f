package io.stepgraph.crash;

/** Real processes that come from outside and are cut, on Postgres. */
final class PostgresStrangerCrashIT extends StrangerMatrix {
    PostgresStrangerCrashIT() {
        super(Stores.POSTGRES);
    }
}
