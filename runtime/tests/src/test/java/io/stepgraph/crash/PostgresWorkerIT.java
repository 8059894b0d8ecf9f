package io.stepgraph.crash;

import org.junit.jupiter.api.Tag;

/** Worker processes that are killed, on Postgres. By day, {@code RefundIT} of a sample kills workers there. */
@Tag("nightly")
final class PostgresWorkerIT extends WorkerMatrix {
    PostgresWorkerIT() {
        super(Stores.POSTGRES);
    }
}
