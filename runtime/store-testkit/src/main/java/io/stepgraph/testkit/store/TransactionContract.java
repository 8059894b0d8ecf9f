package io.stepgraph.testkit.store;

import static io.stepgraph.testkit.store.StoreFixture.at;
import static io.stepgraph.testkit.store.StoreFixture.goesOn;
import static io.stepgraph.testkit.store.StoreFixture.key;
import static io.stepgraph.testkit.store.StoreFixture.question;
import static io.stepgraph.testkit.store.StoreFixture.rests;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.stepgraph.runtime.CheckpointWork;
import io.stepgraph.runtime.CheckpointWorkException;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.store.Commit;
import io.stepgraph.store.CommitResult;
import io.stepgraph.store.Lease;
import io.stepgraph.store.StopReason;
import io.stepgraph.store.StoredRun;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Commits that execute work of the program, of stores that can. */
@Tag("E8")
interface TransactionContract extends StoreFixture {

    @Test
    default void E8_a_store_that_executes_no_work_refuses_it() {
        if (!store().isTransactional()) {
            StoredRun run = started();
            assertThatThrownBy(() -> store().runs().commit(run.lease(LEASE), goesOn(run, at("review", 2)), rows -> {}))
                    .isInstanceOf(UnsupportedOperationException.class);
            assertThat(found(run)).isEqualTo(run);
        }
    }

    /** The program's table in the database of a store, which it reaches only by commits. */
    final class Rows {
        private final StoreFixture fixture;
        private final String table = "rows_" + UUID.randomUUID().toString().replace("-", "");
        private int runs;

        private Rows(StoreFixture fixture) {
            this.fixture = fixture;
            assumeThat(fixture.store().isTransactional()).isTrue();
            commit(connection -> execute(connection, "create table " + table + " (name varchar(200) primary key)"));
        }

        private CheckpointWork add(String name) {
            return connection -> execute(connection, "insert into " + table + " values ('" + name + "')");
        }

        private List<String> all() {
            List<String> names = new ArrayList<>();
            commit(connection -> {
                try (Statement statement = connection.createStatement();
                        ResultSet row = statement.executeQuery("select name from " + table + " order by name")) {
                    while (row.next()) {
                        names.add(row.getString("name"));
                    }
                }
            });
            return names;
        }

        private void commit(CheckpointWork work) {
            StoredRun run = fixture.started(key("rows-" + ++runs));
            assertThat(fixture.store().runs().commit(run.lease(LEASE), goesOn(run, at("review", 2)), work))
                    .isEqualTo(CommitResult.STORED);
        }

        private static void execute(Connection connection, String sql) throws SQLException {
            try (Statement statement = connection.createStatement()) {
                statement.execute(sql);
            }
        }
    }

    private CommitResult commit(StoredRun run, Commit commit, CheckpointWork work) {
        return store().runs().commit(run.lease(LEASE), commit, work);
    }

    @Test
    default void E8_rows_are_stored_with_the_commit_whatever_follows_the_step() {
        Rows rows = new Rows(this);
        StoredRun going = started();
        StoredRun asking = started(key("asking"));
        StoredRun ending = started(key("ending"));

        assertThat(commit(going, goesOn(going, at("review", 2)), rows.add("going")))
                .isEqualTo(CommitResult.STORED);
        assertThat(commit(asking, rests(asking, question()), rows.add("asking")))
                .isEqualTo(CommitResult.STORED);
        assertThat(commit(ending, rests(ending, COMPLETED), rows.add("ending"))).isEqualTo(CommitResult.STORED);

        assertThat(rows.all()).containsExactly("asking", "ending", "going");
        assertThat(found(going).checkpoint()).isEqualTo(at("review", 2));
        assertThat(found(asking).stopReason()).isEqualTo(question());
        assertThat(found(ending).stopReason()).isEqualTo(COMPLETED);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    default void E8_work_that_throws_takes_the_commit_back(boolean ends) {
        Rows rows = new Rows(this);
        StoredRun run = started();
        StopReason stop = COMPLETED;
        Commit commit = ends ? rests(run, stop) : goesOn(run, at("review", 2));
        IOException thrown = new IOException("no paper");

        assertThatThrownBy(() -> commit(run, commit, connection -> {
                    rows.add("one").execute(connection);
                    throw thrown;
                }))
                .isInstanceOf(CheckpointWorkException.class)
                .extracting(failed -> ((CheckpointWorkException) failed).thrown())
                .isSameAs(thrown);
        assertThat(found(run)).isEqualTo(run);
        assertThat(rows.all()).isEmpty();

        assertThat(commit(run, commit, rows.add("two"))).isEqualTo(CommitResult.STORED);
        assertThat(rows.all()).containsExactly("two");
    }

    @Test
    default void E8_a_statement_that_fails_takes_the_commit_back_though_the_work_goes_on() {
        Rows rows = new Rows(this);
        StoredRun run = started();

        assertThatThrownBy(() -> commit(run, goesOn(run, at("review", 2)), connection -> {
                    rows.add("one").execute(connection);
                    rows.add("one").execute(connection);
                }))
                .isInstanceOf(CheckpointWorkException.class);
        assertThat(found(run)).isEqualTo(run);
        assertThat(rows.all()).isEmpty();
    }

    @Test
    default void E8_a_constraint_that_is_checked_at_the_end_is_an_error_of_the_work() {
        Rows rows = new Rows(this);
        String children = rows.table + "_children";
        rows.commit(connection -> Rows.execute(
                connection,
                "create table " + children + " (parent varchar(200) references " + rows.table
                        + " (name) deferrable initially deferred)"));
        StoredRun run = started();
        Commit commit = goesOn(run, at("review", 2));

        assertThatThrownBy(() -> commit(
                        run,
                        commit,
                        connection -> Rows.execute(connection, "insert into " + children + " values ('nobody')")))
                .isInstanceOf(CheckpointWorkException.class);
        assertThat(found(run)).isEqualTo(run);

        assertThat(commit(run, commit, connection -> {
                    Rows.execute(connection, "insert into " + children + " values ('ann')");
                    rows.add("ann").execute(connection);
                }))
                .isEqualTo(CommitResult.STORED);
        assertThat(rows.all()).containsExactly("ann");
    }

    @Test
    @Tag("L1")
    default void E8_L1_a_stale_owner_executes_nothing() {
        Rows rows = new Rows(this);
        StoredRun run = started();
        StoredRun taken = acquired(run, BOB);

        assertThatThrownBy(() -> commit(run, goesOn(run, at("review", 2)), rows.add("stale")))
                .is(Errors.with(ErrorCode.LEASE_LOST));
        assertThat(rows.all()).isEmpty();
        assertThat(found(run)).isEqualTo(taken);
    }

    @Test
    @Tag("L7")
    default void E8_L7_nothing_is_executed_if_a_command_has_arrived() {
        Rows rows = new Rows(this);
        StoredRun run = started();
        command(KEY, CANCEL);

        assertThat(commit(run, goesOn(run, at("review", 2)), rows.add("late"))).isEqualTo(CommitResult.COMMAND_ARRIVED);
        assertThat(rows.all()).isEmpty();
    }

    @Test
    @Tag("R11")
    default void E8_R11_a_commit_sent_again_is_applied_once() {
        Rows rows = new Rows(this);
        StoredRun run = started();
        Commit commit = goesOn(run, at("review", 2));

        assertThat(commit(run, commit, rows.add("once"))).isEqualTo(CommitResult.STORED);
        assertThat(commit(run, commit, rows.add("once"))).isEqualTo(CommitResult.STORED);
        assertThat(rows.all()).containsExactly("once");
    }

    @Test
    default void E8_the_transaction_stays_the_stores() {
        Rows rows = new Rows(this);
        StoredRun run = started();
        AtomicReference<Connection> kept = new AtomicReference<>();

        assertThat(commit(run, goesOn(run, at("review", 2)), connection -> {
                    kept.set(connection);
                    rows.add("one").execute(connection);
                    assertThatThrownBy(connection::commit)
                            .hasMessageContaining("belongs to the store, so commit was not");
                    assertThatThrownBy(connection::rollback).hasMessageContaining("throw an exception");
                    assertThatThrownBy(() -> connection.setAutoCommit(true)).isInstanceOf(SQLException.class);
                    assertThatThrownBy(() -> connection.setSchema("other")).isInstanceOf(SQLException.class);
                    assertThat(List.of(connection)).contains(connection);
                    connection.close();
                    rows.add("two").execute(connection);
                    connection.rollback(afterRow(rows, connection));
                    Statement leftOpen = connection.createStatement();
                    leftOpen.executeQuery("select name from " + rows.table).next();
                }))
                .isEqualTo(CommitResult.STORED);

        assertThat(rows.all()).containsExactly("one", "two");
        assertThatThrownBy(() -> Objects.requireNonNull(kept.get()).createStatement())
                .hasMessageContaining("which is over");
    }

    private static Savepoint afterRow(Rows rows, Connection connection) throws Exception {
        Savepoint before = connection.setSavepoint();
        rows.add("three").execute(connection);
        return before;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "rollback",
                "ROLLBACK; BEGIN",
                "select 1; commit",
                "-- to the end\n/* of; it */ end transaction",
                "select 'a''; x', \"b; c\", 1;abort",
                "begin",
                "start transaction",
                "prepare transaction 'later'",
                "set search_path to elsewhere",
                "SET SESSION ROLE none",
                "reset all",
                "discard all",
                "listen changes",
                "pragma query_only = on",
                "attach database 'other.db' as other"
            })
    default void E8_what_would_take_the_transaction_or_the_session_is_refused_by_its_first_word(String sql) {
        Rows rows = new Rows(this);

        rows.commit(connection -> {
            try (Statement statement = connection.createStatement()) {
                for (ThrowingCallable call : List.<ThrowingCallable>of(
                        () -> statement.execute(sql),
                        () -> statement.executeUpdate(sql),
                        () -> statement.addBatch(sql),
                        () -> connection.prepareStatement(sql))) {
                    assertThatThrownBy(call)
                            .isInstanceOf(SQLException.class)
                            .hasMessageContaining("belong to the store, so ")
                            .hasMessageContaining(" was not executed");
                }
            }
            rows.add("one").execute(connection);
        });

        assertThat(rows.all()).containsExactly("one");
    }

    @Test
    default void E8_words_inside_of_a_statement_are_no_statements() {
        Rows rows = new Rows(this);

        rows.commit(connection -> {
            rows.add("; rollback").execute(connection);
            Rows.execute(connection, "savepoint mine; insert into " + rows.table + " values ('/*');; rollback to mine");
            Rows.execute(
                    connection, "insert into " + rows.table + " select case when 1 = 1 then 'set' end -- ; commit");
        });

        assertThat(rows.all()).containsExactly("; rollback", "set");
    }

    @Test
    default void E8_all_that_leads_to_the_connection_leads_to_the_guarded_one() {
        Rows rows = new Rows(this);
        rows.commit(connection -> {
            assertThat(connection.getMetaData().getConnection()).isSameAs(connection);
            assertThat(connection.unwrap(Connection.class)).isSameAs(connection);
            try (PreparedStatement statement = connection.prepareStatement("select name from " + rows.table);
                    ResultSet row = statement.executeQuery()) {
                assertThat(statement.getConnection()).isSameAs(connection);
                assertThat(row.getStatement()).isEqualTo(statement);
                assertThat(row.getStatement().getConnection()).isSameAs(connection);
                assertThat(statement.isWrapperFor(PreparedStatement.class)).isTrue();
            }
            Class<?> driver = Class.forName(
                    connection.getMetaData().getURL().contains("sqlite")
                            ? "org.sqlite.SQLiteConnection"
                            : "org.postgresql.PGConnection");
            assertThat(connection.isWrapperFor(driver)).isFalse();
            assertThatThrownBy(() -> connection.unwrap(driver))
                    .hasMessageContaining("is not given as a " + driver.getName());
        });
    }

    @Test
    @Tag("L1")
    @Timeout(60)
    default void E8_L1_work_is_stopped_after_a_third_of_the_lease_whatever_it_does() {
        Rows rows = new Rows(this);
        String endless = "with recursive n (i) as (select 1 union all select i from n) select count(*) from n";
        isStopped(rows, "in a statement", connection -> Rows.execute(connection, endless));
        isStopped(rows, "waiting", connection -> new CountDownLatch(1).await());
        isStopped(rows, "going on", connection -> {
            while (true) {
                try {
                    Rows.execute(connection, "select 1");
                } catch (SQLTimeoutException stopped) {
                    return;
                }
            }
        });
    }

    /** A lease whose third is over soon; only the work goes by its length. */
    private void isStopped(Rows rows, String id, CheckpointWork work) {
        StoredRun run = started(key(id));
        Lease brief = run.lease(Duration.ofMillis(300));

        assertThatThrownBy(() -> store().runs().commit(brief, goesOn(run, at("review", 2)), connection -> {
                    rows.add("one").execute(connection);
                    work.execute(connection);
                }))
                .as(id)
                .isInstanceOf(CheckpointWorkException.class)
                .cause()
                .isInstanceOf(SQLTimeoutException.class)
                .hasMessageContaining("may last 100 ms, a third of the lease");
        assertThat(Thread.currentThread().isInterrupted()).as(id).isFalse();
        assertThat(found(run).checkpoint()).isEqualTo(run.checkpoint());
        assertThat(rows.all()).as(id).isEmpty();
    }
}
