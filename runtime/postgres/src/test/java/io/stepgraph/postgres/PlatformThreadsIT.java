package io.stepgraph.postgres;

import static io.stepgraph.runtime.testing.Errors.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.stepgraph.jdbc.testing.Runs;
import io.stepgraph.postgres.testing.PostgresServer;
import io.stepgraph.store.QueueRequest;
import io.stepgraph.store.Store;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.parallel.Isolated;

/** Calls of virtual threads are made in platform threads (R9), of which there are not many more than connections. */
@Timeout(60)
@Tag("R9")
@Tag("R11")
@Isolated("it counts the threads of its JVM")
final class PlatformThreadsIT {
    private static final int CALLS = 2_000;
    private static final int CONNECTIONS = 10;

    private final AtomicReference<CountDownLatch> gate = new AtomicReference<>(new CountDownLatch(0));

    /** A pool that gives no connection while the gate is closed, and says that it is a pool. */
    private DataSource gated(DataSource pool) {
        return (DataSource) Proxy.newProxyInstance(
                PlatformThreadsIT.class.getClassLoader(),
                new Class<?>[] {DataSource.class},
                (proxy, method, arguments) -> {
                    if (method.getName().equals("getConnection")) {
                        gate.get().await();
                    }
                    try {
                        return method.invoke(pool, arguments);
                    } catch (InvocationTargetException failed) {
                        throw failed.getCause();
                    }
                });
    }

    private static long livePlatformThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("stepgraph-postgres"))
                .count();
    }

    private static void awaitWaiting(Thread thread) {
        while (thread.getState() != Thread.State.WAITING && thread.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void R9_two_thousand_virtual_threads_take_four_platform_threads_more_than_connections() throws Exception {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(PostgresServer.url());
        config.setMaximumPoolSize(CONNECTIONS);
        try (HikariDataSource pool = new HikariDataSource(config);
                Store store = PostgresStore.open(gated(pool), "threads")) {
            CountDownLatch closed = new CountDownLatch(1);
            gate.set(closed);
            long before = livePlatformThreads();
            List<FutureTask<Object>> calls = new ArrayList<>();
            for (int i = 0; i < CALLS; i++) {
                String id = "essay-" + i;
                FutureTask<Object> call = new FutureTask<>(() -> store.runs().start(Runs.newRun(id), Runs.ANN));
                awaitWaiting(virtual(call));
                calls.add(call);
            }

            // A thread that opened the store may have ended since.
            assertThat(livePlatformThreads() - before).isBetween((long) CONNECTIONS, CONNECTIONS + 4L);
            closed.countDown();

            for (FutureTask<Object> call : calls) {
                assertThat(call.get()).isNotNull();
            }
            assertThat(livePlatformThreads() - before).isLessThanOrEqualTo(CONNECTIONS + 4);
        }
    }

    @Test
    @Tag("T1")
    @EnabledForJreRange(min = JRE.JAVA_21)
    void T1_a_virtual_thread_in_a_transaction_does_not_wait_for_those_that_wait_for_its_connection() throws Exception {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(PostgresServer.url());
        config.setMaximumPoolSize(1);
        try (HikariDataSource pool = new HikariDataSource(config);
                PostgresStore store = PostgresStore.open(pool, PostgresServer.newSchema())) {
            Connection transaction = pool.getConnection();
            transaction.setAutoCommit(false);
            List<FutureTask<Object>> waiting = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                String id = "waiting-" + i;
                FutureTask<Object> call = new FutureTask<>(() -> store.runs().start(Runs.newRun(id), Runs.ANN));
                awaitWaiting(virtual(call));
                waiting.add(call);
            }
            FutureTask<Boolean> joined = new FutureTask<>(() -> {
                store.within(
                        transaction,
                        () -> Objects.requireNonNull(store.joined())
                                .queue()
                                .enqueue(Runs.newRun("joined"), new QueueRequest(null, null, null)));
                transaction.commit();
                transaction.close();
                return true;
            });
            virtual(joined);

            assertThat(joined.get()).isTrue();
            for (FutureTask<Object> call : waiting) {
                assertThat(call.get()).isNotNull();
            }
            assertThat(store.runs().find(Runs.key("joined"))).isNotNull();
        }
    }

    private static Thread virtual(Runnable task) throws ReflectiveOperationException {
        return (Thread)
                Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, task);
    }

    @Test
    void R9_more_calls_than_threads_are_all_done_and_never_more_at_once() throws Exception {
        AtomicInteger working = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        try (PlatformThreads threads = new PlatformThreads(1, Duration.ofMinutes(1))) {
            List<FutureTask<Integer>> calls = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                int number = i;
                FutureTask<Integer> call = new FutureTask<>(() -> threads.call(() -> {
                    most.accumulateAndGet(working.incrementAndGet(), Math::max);
                    Thread.onSpinWait();
                    working.decrementAndGet();
                    return number;
                }));
                new Thread(call).start();
                calls.add(call);
            }
            for (int i = 0; i < 40; i++) {
                assertThat(calls.get(i).get()).isEqualTo(i);
            }
        }

        assertThat(most.get()).isBetween(1, 5);
    }

    @Test
    void R9_a_call_that_waits_for_a_thread_waits_on_when_interrupted_and_stays_interrupted() throws Exception {
        CountDownLatch closed = new CountDownLatch(1);
        try (PlatformThreads threads = new PlatformThreads(1, Duration.ofMinutes(1))) {
            takeAll(threads, closed);
            FutureTask<Boolean> call = new FutureTask<>(() -> {
                Integer done = threads.call(() -> 1);
                return done == 1 && Thread.currentThread().isInterrupted();
            });
            Thread thread = new Thread(call);
            thread.start();
            awaitWaiting(thread);
            thread.interrupt();
            closed.countDown();

            assertThat(call.get()).isTrue();
        }
    }

    @Test
    void R11_a_call_that_waits_for_a_thread_in_vain_is_told_so_and_does_nothing() throws Exception {
        CountDownLatch closed = new CountDownLatch(1);
        AtomicInteger done = new AtomicInteger();
        try (PlatformThreads threads = new PlatformThreads(1, Duration.ofMillis(20))) {
            takeAll(threads, closed);

            assertThrown(SQLTransientConnectionException.class, () -> threads.call(done::incrementAndGet), "20 ms");
            closed.countDown();
        }
        assertThat(done).hasValue(0);
    }

    private static void takeAll(PlatformThreads threads, CountDownLatch until) throws Exception {
        CountDownLatch taken = new CountDownLatch(5);
        for (int i = 0; i < 5; i++) {
            new Thread(new FutureTask<>(() -> threads.call(() -> {
                        taken.countDown();
                        try {
                            until.await();
                        } catch (InterruptedException e) {
                            throw new IllegalStateException(e);
                        }
                        return null;
                    })))
                    .start();
        }
        taken.await();
    }
}
