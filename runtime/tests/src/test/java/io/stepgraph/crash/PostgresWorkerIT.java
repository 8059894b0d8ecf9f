package io.stepgraph.crash;

/** Worker processes that are killed, on Postgres. */
final class PostgresWorkerIT extends WorkerMatrix {
    PostgresWorkerIT() {
        super(Stores.POSTGRES);
    }
}
