package io.stepgraph.crash;

/** Worker processes that are killed, on Postgres. */
final class PostgresWorkerSoakIT extends WorkerSoak {
    PostgresWorkerSoakIT() {
        super(Stores.POSTGRES);
    }
}
