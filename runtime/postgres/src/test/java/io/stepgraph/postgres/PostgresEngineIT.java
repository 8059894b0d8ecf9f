package io.stepgraph.postgres;

import io.stepgraph.postgres.testing.PostgresServer;
import io.stepgraph.runtime.MachineClock;
import io.stepgraph.store.Store;
import io.stepgraph.testkit.store.RunnerContract;
import java.time.Duration;

final class PostgresEngineIT extends RunnerContract {
    private final String schema = PostgresServer.newSchema();
    private Duration passed = Duration.ZERO;

    @Override
    protected Store openStore(MachineClock clock) {
        return PostgresStore.builder(PostgresServer.url())
                .schema(schema)
                .monotonicMillis(clock::millis)
                .open();
    }

    /** For this schema, the server's clock is put forward as the clocks of the runners are. */
    @Override
    public void pass(Duration time) throws InterruptedException {
        passed = passed.plus(time);
        PostgresServer.setClock(schema, "clock_timestamp()", passed);
        super.pass(time);
    }
}
