package io.stepgraph.postgres;

import io.stepgraph.postgres.testing.PostgresServer;
import io.stepgraph.runtime.MachineClock;
import io.stepgraph.store.Store;
import io.stepgraph.testkit.store.StoreContract;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;

/** As the user of a program with no more rights than the guide asks for. */
final class PostgresStoreIT extends StoreContract {
    /** One for all, emptied for each: to create it takes longer than most tests. */
    private static final String SCHEMA = PostgresServer.newSchema();

    private static final PageRights RIGHTS = rights();

    private Duration passed = Duration.ZERO;

    @Override
    protected Store open(MachineClock clock) {
        Store store = RIGHTS.agent().monotonicMillis(clock::millis).open();
        PostgresServer.empty(SCHEMA);
        setWallClock(Duration.ZERO);
        return store;
    }

    /** For this schema, the server's clock moves only when the test moves it. */
    @Override
    public void pass(Duration time) {
        super.pass(time);
        setWallClock(time);
    }

    @Override
    public void setWallClock(Duration change) {
        passed = passed.plus(change);
        PostgresServer.setClock(SCHEMA, "timestamptz ''2023-11-14 22:13:20Z''", passed);
    }

    @Override
    public boolean hasMonotonicClock() {
        return false;
    }

    private static PageRights rights() {
        try {
            PageRights rights = PageRights.grant(SCHEMA);
            rights.owner().open().close();
            return rights;
        } catch (IOException | SQLException failed) {
            throw new IllegalStateException(failed);
        }
    }
}
