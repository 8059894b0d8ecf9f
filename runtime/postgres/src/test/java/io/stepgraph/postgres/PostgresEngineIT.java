package io.stepgraph.postgres;

import io.stepgraph.postgres.testing.PostgresServer;
import io.stepgraph.store.Store;
import io.stepgraph.testkit.store.RunnerContract;

final class PostgresEngineIT extends RunnerContract {
    private final String schema = PostgresServer.newSchema();

    @Override
    protected Store openStore() {
        return PostgresServer.open(schema);
    }
}
