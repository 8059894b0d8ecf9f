package io.stepgraph.tests;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.stepgraph.engine.Runner;
import io.stepgraph.jdbc.testing.Database;
import io.stepgraph.jdbc.testing.Runs;
import io.stepgraph.postgres.PostgresStore;
import io.stepgraph.postgres.testing.PostgresServer;
import io.stepgraph.runtime.CheckpointWork;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.store.CommitResult;
import io.stepgraph.store.StoredRun;
import io.stepgraph.tests.agents.PaymentAgent;
import io.stepgraph.tests.agents.PaymentAgent.Payment;
import io.stepgraph.tests.agents.PaymentAgentGraph;
import io.stepgraph.tests.agents.PaymentAgentGraph.Outcome;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What the program's own SQL in a checkpoint can do to the transactions, the sessions and the pool of a store on
 * Postgres.
 */
@Timeout(120)
@Tag("E8")
final class PostgresWorkIT {
    private static final String SESSION = "select current_setting('search_path'), current_user,"
            + " coalesce(current_setting('app.tenant', true), ''), to_regclass('pg_temp.left_over'),"
            + " (select count(*) from pg_cursors where is_holdable),"
            + " (select count(*) from pg_locks where locktype = 'advisory' and pid = pg_backend_pid())";

    /** A comment of Postgres may contain another one, so that this is a rollback, and no text. */
    private static final String HIDDEN_ROLLBACK = "/* /* */ ' */ rollback --'";

    private final String schema = PostgresServer.newSchema();
    private final List<AutoCloseable> opened = new ArrayList<>();
    private final AtomicInteger executions = new AtomicInteger();

    @AfterEach
    void close() throws Exception {
        for (int i = opened.size() - 1; i >= 0; i--) {
            opened.get(i).close();
        }
    }

    private <T extends AutoCloseable> T keep(T toBeClosed) {
        opened.add(toBeClosed);
        return toBeClosed;
    }

    private PostgresStore ownPool(int connections) {
        return keep(PostgresStore.builder(PostgresServer.url())
                .schema(schema)
                .maximumPoolSize(connections)
                .open());
    }

    private HikariDataSource pool(int connections, String initSql) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(PostgresServer.url());
        config.setMaximumPoolSize(connections);
        config.setConnectionInitSql(initSql);
        config.setConnectionTimeout(5_000);
        config.addDataSourceProperty("socketTimeout", "2");
        return keep(new HikariDataSource(config));
    }

    private Outcome pay(PostgresStore store, String run, CheckpointWork work) {
        return PaymentAgentGraph.of(new PaymentAgent(work))
                .on(keep(Runner.builder(store).build()))
                .run(run, new Payment(5));
    }

    private List<@Nullable String> asked(PostgresStore store, String run, String query) {
        List<@Nullable String> answer = new ArrayList<>();
        assertThat(pay(store, run, connection -> answer.addAll(Database.query(connection, query))))
                .isInstanceOf(Outcome.Completed.class);
        return answer;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "select set_config('search_path', 'pg_catalog', false)",
                "select set_config('app.tenant', 'ann', false)",
                "do $$ begin set role pg_monitor; end $$",
                "create temp table left_over (x int)",
                "select pg_advisory_lock(41)",
                "declare left_over cursor with hold for select 1"
            })
    void E8_what_work_leaves_in_the_session_is_not_seen_by_the_work_of_another_run(String leaving) {
        PostgresStore store = ownPool(1);
        List<@Nullable String> before = asked(store, "before", SESSION);

        assertThat(pay(store, "leaving", connection -> Database.execute(connection, leaving)))
                .isInstanceOf(Outcome.Completed.class);

        assertThat(asked(store, "after", SESSION)).isEqualTo(before);
    }

    @Test
    void E8_what_a_pool_sets_in_its_sessions_stays_set_and_a_session_that_is_as_before_is_used_again() {
        PostgresStore store = keep(PostgresStore.open(pool(1, "set search_path to pg_catalog, public"), schema));
        String query = "select current_setting('search_path'), pg_backend_pid()";

        List<@Nullable String> first = asked(store, "first", query);
        assertThat(pay(store, "local", connection -> Database.execute(connection, "set local search_path to pg_temp")))
                .isInstanceOf(Outcome.Completed.class);
        pay(store, "failing", connection -> {
            Database.execute(connection, "select set_config('search_path', 'pg_temp', false), pg_advisory_lock(1)");
            throw new IllegalStateException("no");
        });
        assertThat(asked(store, "second", query)).isEqualTo(first);
        pay(
                store,
                "leaving",
                connection -> Database.execute(connection, "select set_config('search_path', 'pg_temp', false)"));

        assertThat(asked(store, "third", query).get(0)).isEqualTo("pg_catalog, public");
    }

    @Test
    void E8_work_that_ends_the_transaction_fails_the_step_for_good_and_stores_nothing() throws Exception {
        PostgresStore store = ownPool(1);
        PostgresServer.execute(schema, "create table payments (id text)");

        Outcome outcome = pay(store, "rolled-back", connection -> {
            executions.incrementAndGet();
            Database.execute(connection, HIDDEN_ROLLBACK);
            Database.execute(connection, "insert into \"" + schema + "\".payments values ('outside')");
        });

        assertThat(((Outcome.Failed) outcome).failure().code()).isEqualTo(ErrorCode.TRANSACTION_ENDED);
        assertThat(((Outcome.Failed) outcome).failure().message())
                .startsWith("The work at the checkpoint ended the transaction");
        assertThat(executions).hasValue(1);
        assertThat(asked(store, "after", "select count(*) from \"" + schema + "\".payments"))
                .containsExactly("0");
    }

    @Test
    @Tag("R11")
    void E8_R11_work_whose_connection_is_lost_each_time_fails_the_step_for_good() {
        PostgresStore store = ownPool(2);

        Outcome outcome = pay(store, "cut-off", connection -> {
            executions.incrementAndGet();
            Database.execute(connection, "select pg_terminate_backend(pg_backend_pid())");
        });

        assertThat(((Outcome.Failed) outcome).failure().code()).isEqualTo(ErrorCode.TRANSACTION_ENDED);
        assertThat(((Outcome.Failed) outcome).failure().message())
                .startsWith("The work at the checkpoint was executed 5 times");
        assertThat(executions).hasValue(5);
    }

    /**
     * The socket timeout of the pool's connections is two seconds, so that a statement has one; all of the work has
     * three.
     */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "select pg_sleep(100)|1|statement timeout",
                "set local statement_timeout = 0; select pg_sleep(100)|1|may last 3000 ms, a third of the lease",
                "select pg_sleep(.1)|50|may last"
            })
    void E8_slow_statements_fail_the_step_and_are_not_taken_for_a_silent_server(
            String slow, int times, String message) {
        PostgresStore store = keep(PostgresStore.open(pool(2, "select 1"), schema));
        Runner runner = keep(Runner.builder(store).lease(Duration.ofSeconds(9)).build());

        Outcome outcome = PaymentAgentGraph.of(
                        new PaymentAgent(connection -> Database.execute(connection, (slow + ";").repeat(times))))
                .on(runner)
                .run("slow", new Payment(5));

        assertThat(((Outcome.Failed) outcome).failure().message()).contains(message);
    }

    /** A pool of which a store cannot know how large it is. */
    private DataSource unknownPool(int connections) {
        HikariDataSource pool = pool(connections, "select 1");
        return (DataSource) Proxy.newProxyInstance(
                PostgresWorkIT.class.getClassLoader(),
                new Class<?>[] {DataSource.class},
                (proxy, method, arguments) ->
                        method.getName().equals("isWrapperFor") ? false : method.invoke(pool, arguments));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @Tag("L1")
    void E8_L1_a_renewal_does_not_wait_for_as_many_works_as_there_are_connections(boolean isKnown) throws Exception {
        PostgresStore store = isKnown ? ownPool(2) : keep(PostgresStore.open(unknownPool(2), schema));
        StoredRun innocent = Objects.requireNonNull(store.runs().start(Runs.newRun("innocent"), Runs.ANN));
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch renewed = new CountDownLatch(1);
        ExecutorService threads = Executors.newCachedThreadPool();
        try {
            List<Future<CommitResult>> commits = new ArrayList<>();
            for (String id : List.of("one", "two", "three")) {
                StoredRun run = Objects.requireNonNull(store.runs().start(Runs.newRun(id), Runs.ANN));
                commits.add(threads.submit(
                        () -> store.runs().commit(run.lease(Runs.LEASE), Runs.to(2, 10), connection -> {
                            begun.countDown();
                            renewed.await();
                        })));
            }
            begun.await();

            Supplier<Long> renewal = () -> store.runs().renew(innocent.lease(Runs.LEASE));
            assertThat(renewal.get()).isEqualTo(innocent.commandVersion());

            renewed.countDown();
            for (Future<CommitResult> commit : commits) {
                assertThat(commit.get()).isEqualTo(CommitResult.STORED);
            }
        } finally {
            renewed.countDown();
            threads.shutdown();
        }
    }
}
