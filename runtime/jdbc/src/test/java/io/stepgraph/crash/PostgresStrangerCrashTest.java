package io.stepgraph.crash;

/** Real processes that come from outside and are cut, on Postgres. */
final class PostgresStrangerCrashTest extends StrangerMatrix {
    PostgresStrangerCrashTest() {
        super(Stores.POSTGRES);
    }
}
