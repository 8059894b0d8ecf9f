package io.stepgraph.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepgraph.engine.Runner;
import io.stepgraph.jdbc.testing.Database;
import io.stepgraph.jdbc.testing.Runs;
import io.stepgraph.runtime.CheckpointWork;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.sqlite.SqliteStore;
import io.stepgraph.store.CommitResult;
import io.stepgraph.store.StoredRun;
import io.stepgraph.tests.agents.PaymentAgent;
import io.stepgraph.tests.agents.PaymentAgent.Payment;
import io.stepgraph.tests.agents.PaymentAgentGraph;
import io.stepgraph.tests.agents.PaymentAgentGraph.Outcome;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What the program's own SQL in a checkpoint can do to the transactions and the one connection of a store on SQLite.
 */
@Timeout(60)
@Tag("E8")
final class SqliteWorkTest {
    @TempDir
    Path folder;

    private final AtomicInteger executions = new AtomicInteger();
    private Path file;
    private SqliteStore store;

    @BeforeEach
    void open() throws SQLException {
        file = folder.resolve("runs.db");
        store = SqliteStore.open(file);
        Database.execute(
                file,
                "create table payments (id text primary key on conflict rollback)",
                "create trigger no_debts before insert on payments when new.id = 'debt'"
                        + " begin select raise(rollback, 'no debts'); end");
    }

    @AfterEach
    void close() {
        store.close();
    }

    private Outcome pay(String run, CheckpointWork work) {
        try (Runner runner = Runner.builder(store).build()) {
            return PaymentAgentGraph.of(new PaymentAgent(work)).on(runner).run(run, new Payment(5));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "insert into payments values ('debt')",
                "insert into payments values ('twice'), ('twice')",
                "insert or rollback into payments values ('twice'), ('twice')"
            })
    void E8_work_that_swallows_a_rollback_fails_the_step_for_good_and_stores_nothing(String rollingBack)
            throws SQLException {
        Outcome outcome = pay("rolled-back", connection -> {
            executions.incrementAndGet();
            assertThatThrownBy(() -> Database.execute(connection, rollingBack)).isInstanceOf(SQLException.class);
            assertThatThrownBy(() -> Database.execute(connection, "insert into payments values ('outside')"))
                    .hasMessageContaining("ended the transaction of the store");
        });

        assertThat(((Outcome.Failed) outcome).failure().code()).isEqualTo(ErrorCode.TRANSACTION_ENDED);
        assertThat(((Outcome.Failed) outcome).failure().message())
                .startsWith("The work at the checkpoint ended the transaction");
        assertThat(executions).hasValue(1);
        assertThat(Database.query(file, "select count(*) from payments")).containsExactly("0");
        assertThat(pay("after", connection -> Database.execute(connection, "insert into payments values ('after')")))
                .isInstanceOf(Outcome.Completed.class);
    }

    @Test
    void E8_work_may_make_a_trigger_whose_body_has_statements() throws SQLException {
        assertThat(pay("trigger", connection -> {
                    Database.execute(
                            connection,
                            "create trigger pairs after insert on payments when new.id = 'one'"
                                    + " begin insert into payments values ('two'); end; insert into payments values ('x')");
                    assertThatThrownBy(() -> Database.execute(
                                    connection,
                                    "create trigger t after insert on payments" + " begin select 1; end; commit"))
                            .hasMessageContaining("COMMIT was not executed");
                    Database.execute(connection, "insert into payments values ('one')");
                }))
                .isInstanceOf(Outcome.Completed.class);
        assertThat(Database.query(file, "select count(*) from payments where id in ('one', 'two')"))
                .containsExactly("2");
    }

    @Test
    void E8_a_temporary_table_is_not_seen_by_the_work_of_another_run() {
        List<@Nullable String> found = new ArrayList<>();
        String tables = "select count(*) from sqlite_temp_master";

        pay("leaving", connection -> Database.execute(connection, "create temp table runs (id text)"));
        pay("after", connection -> found.addAll(Database.query(connection, tables)));

        assertThat(found).containsExactly("0");
    }

    private static void waiting(FutureTask<?> task) {
        Thread thread = new Thread(task);
        thread.start();
        while (thread.getState() != Thread.State.WAITING && thread.isAlive()) {
            Thread.onSpinWait();
        }
    }

    private FutureTask<CommitResult> commit(String id, CheckpointWork work) {
        StoredRun run = Objects.requireNonNull(store.runs().start(Runs.newRun(id), Runs.ANN));
        return new FutureTask<>(() -> store.runs().commit(run.lease(Runs.LEASE), Runs.to(2, 10), work));
    }

    @Test
    @Tag("L1")
    void E8_L1_a_renewal_waits_for_one_work_and_not_for_those_that_came_before_it() throws Exception {
        StoredRun innocent = Objects.requireNonNull(store.runs().start(Runs.newRun("innocent"), Runs.ANN));
        Duration longer = Runs.LEASE.plusDays(1);
        String leased = "select lease_until from runs where id = 'innocent'";
        List<@Nullable String> before = Database.query(file, leased);
        List<@Nullable String> found = new ArrayList<>();
        CountDownLatch gate = new CountDownLatch(1);
        FutureTask<CommitResult> first = commit("first", connection -> gate.await());
        FutureTask<CommitResult> second =
                commit("second", connection -> found.addAll(Database.query(connection, leased)));
        Callable<Long> renewal = () -> store.runs().renew(innocent.lease(longer));
        FutureTask<Long> renewed = new FutureTask<>(renewal);
        waiting(first);
        waiting(second);
        waiting(renewed);

        gate.countDown();

        assertThat(first.get()).isEqualTo(CommitResult.STORED);
        assertThat(second.get()).isEqualTo(CommitResult.STORED);
        assertThat(renewed.get()).isEqualTo(innocent.commandVersion());
        assertThat(found).hasSize(1).isNotEqualTo(before);
    }
}
