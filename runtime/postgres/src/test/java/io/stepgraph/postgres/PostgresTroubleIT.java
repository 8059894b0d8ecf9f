package io.stepgraph.postgres;

import static io.stepgraph.runtime.testing.Errors.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.stepgraph.jdbc.Database.Subject;
import io.stepgraph.jdbc.NamedStatement;
import io.stepgraph.jdbc.testing.Database;
import io.stepgraph.jdbc.testing.Runs;
import io.stepgraph.postgres.testing.PostgresServer;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.StoreUnavailableException;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.runtime.testing.Errors;
import io.stepgraph.store.AcquireRequest;
import io.stepgraph.store.CommitResult;
import io.stepgraph.store.EffectId;
import io.stepgraph.store.EventLog;
import io.stepgraph.store.Lease;
import io.stepgraph.store.StopReason;
import io.stepgraph.store.Store;
import io.stepgraph.store.StoredRun;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.ds.PGSimpleDataSource;

/** Cut connections and commits of unknown fate: what was stored is found out, not guessed (R11). */
@Timeout(60)
@Tag("R2")
@Tag("R9")
@Tag("R11")
@Tag("L1")
final class PostgresTroubleIT {
    private final String schema = PostgresServer.newSchema();
    private final ExecutorService threads = Executors.newCachedThreadPool();

    @AfterEach
    void stopThreads() {
        threads.shutdownNow();
    }

    private static List<Long> lastNumbers(Store store, StoredRun run) {
        return store.log().events(run.key(), 0, 100).batches().stream()
                .map(EventLog.Batch::last)
                .toList();
    }

    /** A transaction of somebody else that holds the row of every run. */
    private Connection holdingRows() throws SQLException {
        return PostgresServer.holding(schema, "select run_number from runs for update");
    }

    private static StoredRun started(Store store) {
        return store.runs().start(Runs.newRun("essay-1"), Runs.ANN);
    }

    private static CommitResult commit(Store store, StoredRun run, long visit) {
        return store.runs().commit(run.lease(Runs.LEASE), Runs.to(visit, 10));
    }

    /** A commit that another thread makes, and that waits for the row of its run. */
    private Future<CommitResult> waitingCommit(Store store, StoredRun run) throws Exception {
        Future<CommitResult> commit = threads.submit(() -> commit(store, run, 2));
        PostgresServer.awaitWaiting(schema, 1);
        return commit;
    }

    private static void assertStoredOnce(Store store, StoredRun run) {
        assertThat(store.runs().find(run.key()).revision()).isEqualTo(2);
        assertThat(lastNumbers(store, run)).containsExactly(1L, 2L);
    }

    private PostgresStoreBuilder builder(String parameters) {
        return PostgresStore.builder(PostgresServer.url() + parameters).schema(schema);
    }

    /** A pool finds out one by one which of its connections were cut. */
    private static CommitResult sentAgain(Store store, StoredRun run) {
        while (true) {
            try {
                return commit(store, run, 2);
            } catch (StoreUnavailableException cut) {
                Thread.onSpinWait();
            }
        }
    }

    private static void assertUnavailable(Future<?> call) {
        assertThatThrownBy(call::get)
                .isInstanceOf(ExecutionException.class)
                .cause()
                .isInstanceOf(StoreUnavailableException.class);
    }

    @Test
    void R11_a_commit_whose_connection_is_terminated_was_not_stored_and_is_when_sent_again() throws Exception {
        try (Store store = PostgresServer.open(schema)) {
            StoredRun run = started(store);
            Future<?> commit;
            try (Connection other = holdingRows()) {
                commit = waitingCommit(store, run);

                PostgresServer.query(schema, PostgresServer.waiting(schema, "pg_terminate_backend(pid)"));

                assertUnavailable(commit);
                other.rollback();
            }
            assertThat(store.runs().find(run.key()).revision()).isEqualTo(1);
            assertThat(commit(store, run, 2)).isEqualTo(CommitResult.STORED);
            assertStoredOnce(store, run);
        }
    }

    @Test
    void R11_a_commit_whose_reply_is_lost_is_found_to_be_stored() throws Exception {
        try (TcpProxy proxy = new TcpProxy(PostgresServer.port());
                Store store = through(proxy)) {
            StoredRun run = started(store);
            Future<?> commit;
            try (Connection other = holdingRows()) {
                commit = waitingCommit(store, run);
                proxy.loseReplies();
                other.rollback();
            }
            PostgresServer.await(schema, "select count(*) from runs where revision = 2", "1");

            proxy.cut();

            assertUnavailable(commit);
            assertThat(sentAgain(store, run)).isEqualTo(CommitResult.STORED);
            assertStoredOnce(store, run);
            assertThat(commit(store, run, 3)).isEqualTo(CommitResult.STORED);
        }
    }

    @Test
    void R11_a_commit_that_lands_after_its_client_has_connected_again_is_stored_once() throws Exception {
        try (TcpProxy proxy = new TcpProxy(PostgresServer.port());
                Store store = through(proxy)) {
            StoredRun run = started(store);
            Future<CommitResult> again;
            try (Connection other = holdingRows()) {
                Future<?> first = waitingCommit(store, run);
                proxy.cut();
                assertUnavailable(first);

                // The server does not look at its connections while a statement waits.
                again = threads.submit(() -> sentAgain(store, run));
                PostgresServer.awaitWaiting(schema, 2);
                other.rollback();
            }

            assertThat(again.get()).isEqualTo(CommitResult.STORED);
            assertStoredOnce(store, run);
        }
    }

    @Test
    void L1_a_commit_that_waited_until_another_took_the_run_over_is_refused() throws Exception {
        try (Store store = PostgresServer.open(schema)) {
            StoredRun run = started(store);
            Future<StoredRun> taken;
            Future<?> commit;
            try (Connection other = holdingRows()) {
                taken = threads.submit(() -> store.runs().acquire(new AcquireRequest(run, Runs.BOB, true, List.of())));
                PostgresServer.awaitWaiting(schema, 1);
                commit = threads.submit(() -> commit(store, run, 2));
                PostgresServer.awaitWaiting(schema, 2);
                other.rollback();
            }

            assertThat(taken.get()).isNotNull();
            assertThatThrownBy(commit::get).cause().is(Errors.with(ErrorCode.LEASE_LOST));
            assertThat(store.runs().find(run.key()))
                    .isNotNull()
                    .satisfies(now ->
                            assertThat(now.checkpoint()).isEqualTo(taken.get().checkpoint()));
            assertThat(lastNumbers(store, run)).containsExactly(1L);
        }
    }

    @Test
    void L1_a_commit_that_waited_until_its_lease_was_over_is_refused() throws Exception {
        try (Store store = PostgresServer.open(schema)) {
            StoredRun run = started(store);
            Future<?> commit;
            try (Connection other = holdingRows()) {
                commit = waitingCommit(store, run);
                Database.query(other, "update runs set lease_until = started_at returning run_number");
                other.commit();
            }

            assertThatThrownBy(commit::get)
                    .cause()
                    .is(Errors.with(ErrorCode.LEASE_LOST))
                    .hasMessageContaining("it was over");
        }
    }

    @Test
    void R2_what_a_store_has_acknowledged_survives_a_server_that_dies(@TempDir Path folder) throws Exception {
        try (DoomedServer server = new DoomedServer(folder.resolve("data"));
                Store store = PostgresStore.builder(server.url())
                        .connectionTimeout(Duration.ofMillis(500))
                        .open()) {
            StoredRun run = started(store);
            for (long visit = 2; visit <= 50; visit++) {
                commit(store, run, visit);
            }

            server.die();
            assertThatThrownBy(() -> commit(store, run, 51))
                    .isInstanceOf(StoreUnavailableException.class)
                    .hasMessageContaining("the connection to the server is cut");
            server.start();

            assertThat(onceThereIsAConnection(() -> store.runs().find(run.key()))
                            .revision())
                    .isEqualTo(50);
            assertThat(commit(store, run, 51)).isEqualTo(CommitResult.STORED);
            assertThat(lastNumbers(store, run)).hasSize(51).last().isEqualTo(51L);
        }
    }

    @Test
    @Tag("E3")
    void E3_a_commit_takes_the_effects_before_it_to_the_disk_and_so_does_each_start_that_is_no_repeat(
            @TempDir Path folder) throws Exception {
        try (DoomedServer server =
                        new DoomedServer(folder.resolve("data"), "synchronous_commit=off", "wal_writer_delay=10s");
                Store store = PostgresStore.builder(server.url()).open()) {
            StoredRun run = started(store);
            Lease lease = run.lease(Runs.LEASE);
            store.effects().begin(lease, Runs.repeatableCall(new EffectId(1, "notify", "", 1)));
            commit(store, run, 2);
            store.effects().begin(lease, Runs.call(new EffectId(2, "charge", "", 1), 1));

            server.die();
            server.start();

            assertThat(onceThereIsAConnection(() -> store.effects().find(run.key())))
                    .extracting(effect -> effect.id().name())
                    .containsExactlyInAnyOrder("notify", "charge");
        }
    }

    /** The pool waits a little before it tries again to reach a server that was down. */
    private static <T> T onceThereIsAConnection(Supplier<T> call) {
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (true) {
            try {
                return call.get();
            } catch (StoreUnavailableException notYet) {
                if (System.nanoTime() > until) {
                    throw notYet;
                }
            }
        }
    }

    @Test
    void R11_a_server_that_is_not_there_and_one_that_lets_nobody_in_are_said_to_be_so() {
        assertThrown(
                StoreUnavailableException.class,
                () -> PostgresStore.builder("jdbc:postgresql://localhost:1/postgres")
                        .open(),
                "the server is down");
        assertThrown(
                ErrorCode.INCOMPATIBLE_STORE,
                () -> PostgresStore.builder("jdbc:postgresql://localhost:" + PostgresServer.port() + "/nowhere")
                        .user("postgres")
                        .open(),
                "create the database");
    }

    @Test
    void A_driver_that_is_not_there_is_asked_for() {
        assertThrown(
                IllegalStateException.class,
                () -> PostgresStore.builder("jdbc:postgres://localhost/agents").open(),
                "org.postgresql:postgresql");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void R11_a_row_that_somebody_holds_is_not_waited_for_by_the_commits_of_other_runs(boolean isOwnPool)
            throws Exception {
        PGSimpleDataSource connections = new PGSimpleDataSource();
        connections.setUrl(PostgresServer.url());
        try (Store store = isOwnPool ? PostgresServer.open(schema) : PostgresStore.open(connections, schema)) {
            StoredRun held = started(store);
            Future<CommitResult> commit;
            try (Connection other = holdingRows()) {
                StoredRun free = store.runs().start(Runs.newRun("essay-2"), Runs.ANN);
                commit = threads.submit(() -> sentAgain(store, held));
                PostgresServer.awaitWaiting(schema, 1);

                assertThat(commit(store, free, 2)).isEqualTo(CommitResult.STORED);
                other.rollback();
            }
            assertThat(commit.get()).isEqualTo(CommitResult.STORED);
        }
    }

    @Test
    void R11_a_connection_that_has_gone_silent_is_given_up() throws Exception {
        try (Store store = builder("").socketTimeout(Duration.ofSeconds(1)).open()) {
            StoredRun run = started(store);
            // For longer than the client waits, and for less long than the server does.
            try (Connection other = holdingRows()) {
                assertThatThrownBy(() -> commit(store, run, 2))
                        .isInstanceOf(StoreUnavailableException.class)
                        .hasMessageContainingAll("Run 'essay-1'", "the connection to the server is cut");
                other.rollback();
            }
            assertThat(sentAgain(store, run)).isEqualTo(CommitResult.STORED);
            assertStoredOnce(store, run);
        }
    }

    @Test
    void R9_an_interrupt_ends_no_wait_for_a_connection() throws Exception {
        try (Store store = builder("").maximumPoolSize(1).open()) {
            StoredRun run = started(store);
            FutureTask<Boolean> find = new FutureTask<>(() -> store.runs().find(run.key()) != null
                    && Thread.currentThread().isInterrupted());
            Thread reader = new Thread(find);
            Future<CommitResult> commit;
            try (Connection other = holdingRows()) {
                commit = waitingCommit(store, run);
                reader.start();
                awaitParked(reader);

                reader.interrupt();
                awaitParked(reader);
                other.rollback();
            }
            assertThat(find.get()).isTrue();
            assertThat(commit.get()).isEqualTo(CommitResult.STORED);
        }
    }

    @Test
    void R9_an_interrupt_of_a_virtual_thread_cuts_no_connection() throws Exception {
        Assumptions.assumeTrue(Runtime.version().feature() >= 21, "There are no virtual threads before Java 21");
        try (Store store = PostgresServer.open(schema)) {
            StoredRun run = started(store);
            FutureTask<CommitResult> commit = new FutureTask<>(() -> commit(store, run, 2));
            try (Connection other = holdingRows()) {
                Thread virtual = (Thread) Thread.class
                        .getMethod("startVirtualThread", Runnable.class)
                        .invoke(null, commit);
                PostgresServer.awaitWaiting(schema, 1);

                virtual.interrupt();
                other.rollback();
            }
            assertThat(commit.get()).isEqualTo(CommitResult.STORED);
        }
    }

    /** A pool that gives up waiting for a connection when it is interrupted, as most do. */
    private static DataSource impatient(CountDownLatch waits, CountDownLatch goesOn) {
        return (DataSource) Proxy.newProxyInstance(
                PostgresTroubleIT.class.getClassLoader(),
                new Class<?>[] {DataSource.class},
                (proxy, method, arguments) -> {
                    waits.countDown();
                    try {
                        goesOn.await();
                    } catch (InterruptedException given) {
                        throw new SQLException("interrupted while waiting for a connection", given);
                    }
                    return PostgresServer.connect();
                });
    }

    @Test
    void R9_an_interrupt_does_not_hinder_a_store_from_being_opened() throws Exception {
        CountDownLatch waits = new CountDownLatch(1);
        CountDownLatch goesOn = new CountDownLatch(1);
        FutureTask<Boolean> open = new FutureTask<>(() -> {
            PostgresStore.open(impatient(waits, goesOn), schema).close();
            return Thread.currentThread().isInterrupted();
        });
        Thread opener = new Thread(open);
        opener.start();
        waits.await();

        opener.interrupt();
        while (opener.isInterrupted() && opener.isAlive()) {
            Thread.onSpinWait();
        }
        goesOn.countDown();

        assertThat(open.get()).isTrue();
    }

    @Test
    void R9_an_interrupt_does_not_hinder_a_store_from_being_closed() throws Exception {
        Set<Thread> before = Thread.getAllStackTraces().keySet();
        Store store = builder("&options=-c%20lock_timeout=1h")
                .socketTimeout(Duration.ofHours(1))
                .open();
        StoredRun run = started(store);
        try (Connection other = holdingRows()) {
            Future<?> commit = waitingCommit(store, run);
            // The thread that makes this connection is still there when the pool is closed.
            assertThat(store.runs().find(run.key())).isNotNull();

            Thread.currentThread().interrupt();
            store.close();

            assertThat(Thread.interrupted()).isTrue();
            assertUnavailable(commit);
            // A thread that has done its last work may take a moment to end.
            for (Thread thread : Thread.getAllStackTraces().keySet()) {
                if (!before.contains(thread) && thread.getName().startsWith("stepgraph:")) {
                    thread.join(TimeUnit.SECONDS.toMillis(5));
                    assertThat(thread.isAlive()).as(thread.getName()).isFalse();
                }
            }
            other.rollback();
        }
    }

    @Test
    void R11_a_pool_that_is_used_up_is_said_to_be_so() throws Exception {
        try (Store store = builder("")
                .maximumPoolSize(1)
                .connectionTimeout(Duration.ofMillis(250))
                .open()) {
            StoredRun run = started(store);
            Future<CommitResult> commit;
            try (Connection other = holdingRows()) {
                commit = waitingCommit(store, run);

                assertThrown(
                        StoreUnavailableException.class,
                        () -> store.runs().find(run.key()),
                        "no connection was free in time");
                other.rollback();
            }
            assertThat(commit.get()).isEqualTo(CommitResult.STORED);
        }
    }

    @Test
    void R2_an_error_in_a_transaction_leaves_nothing_of_it_behind() throws Exception {
        PostgresServer.open(schema).close();
        try (Connection connection = PostgresServer.connect()) {
            PostgresSession session = new PostgresSession(
                    keeping(connection),
                    '"' + schema + '"',
                    Duration.ofSeconds(10),
                    new PostgresErrors(schema),
                    PlatformThreads.forAnyPool(),
                    new CallClock(System::currentTimeMillis),
                    () -> {});

            assertThatThrownBy(() -> session.write(Subject.of("The test"), tx -> {
                        try (NamedStatement write =
                                tx.sql("update stepgraph.meta set version = 77 returning version")) {
                            write.any();
                        }
                        throw new OutOfMemoryError("in a test");
                    }))
                    .isInstanceOf(OutOfMemoryError.class);

            assertThat(connection.getAutoCommit()).isTrue();
            assertThat(Database.query(connection, "select count(*) from \"" + schema + "\".meta where version = 77"))
                    .containsExactly("0");
        }
    }

    @Test
    void R11_a_standby_is_said_to_be_one() throws Exception {
        PostgresServer.open(schema).close();
        try (Store store =
                builder("&options=-c%20default_transaction_read_only=on").open()) {
            assertThatThrownBy(() -> started(store))
                    .isInstanceOf(StoreUnavailableException.class)
                    .hasMessageContaining("connect to the primary");
        }
    }

    @Test
    void A_pool_of_the_program_is_left_open_and_as_it_was() throws Exception {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(PostgresServer.url());
        config.setAutoCommit(false);
        config.setMaximumPoolSize(1);
        try (HikariDataSource pool = new HikariDataSource(config)) {
            try (Store store = PostgresStore.open(pool, schema)) {
                StoredRun run = started(store);
                store.runs().commit(run.lease(Runs.LEASE), Runs.rests(1, new StopReason.Failed(Json.of("{}"))));
                assertThat(store.removals().delete(run.key())).isTrue();
                assertThat(store.runs().start(Runs.newRun("essay-2"), Runs.ANN)).isNotNull();
            }

            try (Connection connection = pool.getConnection()) {
                assertThat(connection.getAutoCommit()).isFalse();
            }
        }
        try (Store store = PostgresServer.open(schema)) {
            assertThat(store.runs().find(Runs.key("essay-2"))).isNotNull();
        }
    }

    private Store through(TcpProxy proxy) {
        return PostgresStore.builder("jdbc:postgresql://localhost:" + proxy.port() + "/postgres")
                .user("postgres")
                .schema(schema)
                .open();
    }

    /** A pool of one connection, which leaves it as it is given back. */
    private static DataSource keeping(Connection connection) {
        Connection kept = (Connection) Proxy.newProxyInstance(
                PostgresTroubleIT.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                (proxy, method, arguments) ->
                        method.getName().equals("close") ? null : method.invoke(connection, arguments));
        return (DataSource) Proxy.newProxyInstance(
                PostgresTroubleIT.class.getClassLoader(),
                new Class<?>[] {DataSource.class},
                (proxy, method, arguments) -> kept);
    }

    private static void awaitParked(Thread thread) {
        while (thread.isInterrupted() || thread.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
    }
}
