package io.stepgraph.postgres;

import io.stepgraph.postgres.testing.PostgresServer;
import io.stepgraph.runtime.MachineClock;
import io.stepgraph.store.Store;
import io.stepgraph.testkit.store.RunnerContract;
import java.time.Duration;

final class PostgresEngineIT extends RunnerContract {
    private final String schema = PostgresServer.newSchema();

    @Override
    protected Store openStore(MachineClock clock) {
        return PostgresServer.open(schema);
    }

    @Override
    public void pass(Duration time) throws InterruptedException {
        Thread.sleep(time.toMillis());
    }
}
