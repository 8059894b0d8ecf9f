package io.stepgraph.postgres;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.stepgraph.jdbc.testing.Runs;
import io.stepgraph.postgres.testing.PostgresServer;
import io.stepgraph.runtime.StoreUnavailableException;
import io.stepgraph.store.CommitResult;
import io.stepgraph.store.Store;
import io.stepgraph.store.StoredRun;
import java.sql.Connection;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.postgresql.ds.PGSimpleDataSource;

/** Calls of virtual threads that meet the end of their store are told so, wherever they are (R11). */
@Timeout(60)
@Tag("R11")
final class PostgresCloseIT {
    private final String schema = PostgresServer.newSchema();

    @BeforeEach
    void areThereVirtualThreads() {
        assumeTrue(Runtime.version().feature() >= 21, "There are no virtual threads before Java 21");
    }

    private static <T> Future<T> inVirtualThread(Callable<T> call) throws ReflectiveOperationException {
        FutureTask<T> task = new FutureTask<>(call);
        Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, task);
        return task;
    }

    private static void assertToldSo(Future<?> call) {
        assertThatThrownBy(call::get)
                .isInstanceOf(ExecutionException.class)
                .cause()
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContainingAll("'essay-1'", "the store is closed; open another one");
    }

    @Test
    void R11_a_call_that_comes_after_the_end_is_told_so() throws Exception {
        Store store = PostgresServer.open(schema);
        store.close();

        assertToldSo(inVirtualThread(() -> store.runs().find(Runs.key("essay-1"))));
    }

    @Test
    void R11_a_call_that_waits_for_the_server_at_the_end_is_told_so() throws Exception {
        Store store = PostgresServer.open(schema);
        StoredRun run = store.runs().start(Runs.newRun("essay-1"), Runs.ANN);
        try (Connection other = PostgresServer.holding(schema, "select run_number from runs for update")) {
            Future<CommitResult> commit =
                    inVirtualThread(() -> store.runs().commit(run.lease(Runs.LEASE), Runs.to(2, 10)));
            PostgresServer.awaitWaiting(schema, 1);

            store.close();

            assertToldSo(commit);
            other.rollback();
        }
    }

    @Test
    void R11_a_call_that_finds_no_thread_to_be_made_in_since_the_end_came_just_now_is_told_so() throws Exception {
        PlatformThreads threads = PlatformThreads.forAnyPool();
        PostgresSession session = new PostgresSession(
                new PGSimpleDataSource(),
                schema,
                Duration.ofSeconds(10),
                new PostgresErrors(schema),
                threads,
                new CallClock(System::currentTimeMillis),
                () -> {});
        threads.close();

        assertToldSo(inVirtualThread(() -> session.call(Runs.key("essay-1"), tx -> null)));
    }
}
