package io.stepgraph.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.stepgraph.jdbc.testing.Database;
import io.stepgraph.jdbc.testing.Runs;
import io.stepgraph.postgres.testing.PostgresServer;
import io.stepgraph.runtime.StoreUnavailableException;
import io.stepgraph.store.CommitResult;
import io.stepgraph.store.QueueRequest;
import io.stepgraph.store.Store;
import io.stepgraph.store.StoredRun;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sessions that a server has become read-only, as after a failover; those that it gets then are led to the primary. */
@Timeout(60)
@Tag("R11")
final class PostgresFailoverIT {

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void R11_after_a_failover_the_first_call_fails_and_the_next_is_stored(boolean isOwnPool, @TempDir Path folder)
            throws Exception {
        try (DoomedServer server = new DoomedServer(folder.resolve("data"));
                HikariDataSource ofProgram = new HikariDataSource();
                Connection admin = DriverManager.getConnection(server.url())) {
            ofProgram.setJdbcUrl(server.url());
            ofProgram.setMaximumPoolSize(1);
            try (Store store = isOwnPool ? PostgresStore.builder(server.url()).open() : PostgresStore.open(ofProgram)) {
                if (isOwnPool) {
                    makeTwoConnections(store);
                }
                Database.execute(admin, "alter role postgres set default_transaction_read_only = off");
                Database.execute(admin, "alter system set default_transaction_read_only = on");
                Database.execute(admin, "select pg_reload_conf()");

                int failed = callsUntilOneFails(store);

                assertThat(enqueued(store, failed + 1)).isTrue();
            }
        }
    }

    /** While one is in a commit, another one is needed. */
    private static void makeTwoConnections(Store store) {
        StoredRun run = Objects.requireNonNull(store.runs().start(Runs.newRun("first"), Runs.ANN));
        assertThat(store.runs()
                        .commit(
                                run.lease(Runs.LEASE),
                                Runs.to(2, 10),
                                connection -> store.runs().find(run.key())))
                .isEqualTo(CommitResult.STORED);
    }

    private static boolean enqueued(Store store, int number) {
        return store.queue().enqueue(Runs.newRun("essay-" + number), new QueueRequest(null, null, null));
    }

    /** A session of the server sees at its next statement that it is read-only. */
    private static int callsUntilOneFails(Store store) {
        for (int call = 1; ; call++) {
            assertThat(Thread.currentThread().isInterrupted())
                    .as("that it takes too long")
                    .isFalse();
            try {
                enqueued(store, call);
            } catch (StoreUnavailableException readOnly) {
                assertThat(readOnly).hasMessageContaining("targetServerType=primary");
                return call;
            }
        }
    }

    @Test
    @Tag("T1")
    void T1_a_connection_of_the_program_is_not_closed() throws Exception {
        try (PostgresStore store = PostgresServer.open(PostgresServer.newSchema());
                Connection connection = PostgresServer.connect()) {
            connection.setAutoCommit(false);
            Database.execute(connection, "set transaction read only");

            assertThatThrownBy(() ->
                            store.within(connection, () -> enqueued(Objects.requireNonNull(store.joined()), 1)))
                    .isInstanceOf(StoreUnavailableException.class);

            connection.rollback();
            store.within(connection, () -> enqueued(Objects.requireNonNull(store.joined()), 1));
            connection.commit();
            assertThat(store.runs().find(Runs.key("essay-1"))).isNotNull();
        }
    }
}
