package example;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepgraph.engine.Runner;
import io.stepgraph.sqlite.SqliteStore;
import io.stepgraph.store.RunQuery;
import io.stepgraph.store.Store;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.sqlite.SQLiteDataSource;

/** The outbox of the guide, on the SQLite file of a shop and the one of the store. */
public final class OutboxUse implements AutoCloseable {
    private final SQLiteDataSource shop = new SQLiteDataSource();
    private final Store store;
    private final Runner runner;
    private final RefundsGraph.Runs runs;
    private int payments;

    private OutboxUse(Path folder) throws SQLException {
        shop.setUrl("jdbc:sqlite:" + folder.resolve("shop.db"));
        execute("CREATE TABLE outbox (id VARCHAR(200) PRIMARY KEY, cents INTEGER NOT NULL)");
        store = SqliteStore.open(folder.resolve("store.db"));
        runner = Runner.builder(store).build();
        runs = RefundsGraph.of(new Refunds((request, key) -> {
                    payments++;
                    return new Refunds.Receipt("receipt-" + payments + " of " + request.cents());
                }))
                .on(runner);
    }

    public static void a_transaction_that_is_rolled_back_starts_no_run(Path folder) throws SQLException {
        try (OutboxUse use = new OutboxUse(folder)) {
            use.request(false);
            use.relay();
            assertThat(use.started()).isEmpty();

            use.request(true);
            use.relay();
            assertThat(use.started()).containsExactly("claim-1");
        }
    }

    /** A trigger stops the relay where the process would die: after the start, before the row is gone. */
    public static void a_crash_between_start_and_delete_starts_one_run(Path folder) throws SQLException {
        try (OutboxUse use = new OutboxUse(folder)) {
            use.request(true);
            use.execute("CREATE TRIGGER crash BEFORE DELETE ON outbox BEGIN SELECT RAISE(ABORT, 'crash'); END");
            assertThatThrownBy(use::relay).isInstanceOf(SQLException.class).hasMessageContaining("crash");
            use.relayIsRepeated(); // before a worker has the run

            assertThat(use.runs.resume("claim-1").toString()).startsWith("Completed");
            use.relayIsRepeated(); // after it has ended

            use.execute("DROP TRIGGER crash");
            use.relay();
            assertThat(use.rows()).isZero();
            assertThat(use.started()).containsExactly("claim-1");
            assertThat(use.runs.resume("claim-1").toString()).startsWith("Completed");
            assertThat(use.payments).isEqualTo(1);
        }
    }

    private void relayIsRepeated() throws SQLException {
        assertThatThrownBy(this::relay).hasMessageContaining("crash");
        assertThat(rows()).isEqualTo(1);
        assertThat(started()).containsExactly("claim-1");
    }

    private void request(boolean commits) throws SQLException {
        try (Connection transaction = shop.getConnection()) {
            transaction.setAutoCommit(false);
            Outbox.add(transaction, "claim-1", 4200);
            if (commits) {
                transaction.commit();
            } else {
                transaction.rollback();
            }
        }
    }

    private void relay() throws SQLException {
        new Outbox(shop, runs).relay();
    }

    private List<String> started() {
        return runner.list(RunQuery.ALL).runs().stream().map(run -> run.id()).toList();
    }

    private int rows() throws SQLException {
        try (Connection connection = shop.getConnection();
                Statement statement = connection.createStatement();
                ResultSet count = statement.executeQuery("SELECT count(*) FROM outbox")) {
            return count.getInt(1);
        }
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = shop.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Override
    public void close() {
        runner.close();
        store.close();
    }
}
