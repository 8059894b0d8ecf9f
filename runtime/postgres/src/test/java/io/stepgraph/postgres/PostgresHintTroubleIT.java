package io.stepgraph.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.jdbc.testing.Runs;
import io.stepgraph.postgres.testing.PostgresServer;
import io.stepgraph.store.ChangeNotifications;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.Store;
import io.stepgraph.store.StoredRun;
import java.lang.reflect.Proxy;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.postgresql.ds.PGSimpleDataSource;

/** The threads that send and hear hints, when an Error is thrown in them: without them there would be none any more (V4). */
@Timeout(60)
@Tag("V4")
final class PostgresHintTroubleIT {
    private static final RunKey MISSED = new RunKey("", "");

    private final String schema = PostgresServer.newSchema();
    private final BlockingQueue<RunKey> heard = new LinkedBlockingQueue<>();

    private RunKey next() throws InterruptedException {
        return Objects.requireNonNull(heard.poll(30, TimeUnit.SECONDS), "a hint");
    }

    /** A listener that fails at its first change. */
    private ChangeNotifications.Listener listener(int errors) {
        AtomicInteger left = new AtomicInteger(errors);
        return new ChangeNotifications.Listener() {
            @Override
            public void onChange(RunKey run) {
                if (left.getAndDecrement() > 0) {
                    throw new OutOfMemoryError("in a test");
                }
                heard.add(run);
            }

            @Override
            public void onGap() {
                heard.add(MISSED);
            }
        };
    }

    @Test
    void V4_a_listener_that_breaks_down_is_told_that_it_has_missed_something_and_what_comes_then() throws Exception {
        try (Store here = PostgresServer.open(schema);
                Store there = PostgresServer.open(schema);
                ChangeNotifications notifications = there.changeNotifications(listener(1))) {
            assertThat(next()).isEqualTo(MISSED);
            StoredRun run = Objects.requireNonNull(here.start(Runs.newRun("essay-1"), Runs.ANN));

            assertThat(next()).isEqualTo(MISSED);

            assertThat(notifications.areExpected()).isTrue();
            here.commit(run.lease(Runs.LEASE), Runs.to(2, 10));
            assertThat(next()).isEqualTo(run.key());
        }
    }

    @Test
    void V4_hints_that_could_not_be_sent_for_an_error_are_followed_by_others() throws Exception {
        CountDownLatch isBroken = new CountDownLatch(1);
        PGSimpleDataSource connections = new PGSimpleDataSource();
        connections.setUrl(PostgresServer.url());
        try (Store here = PostgresStore.open(breakingOnce(connections, "stepgraph hints", isBroken), schema);
                Store there = PostgresServer.open(schema);
                ChangeNotifications notifications = there.changeNotifications(listener(0))) {
            assertThat(next()).isEqualTo(MISSED);
            assertThat(notifications.areExpected()).isTrue();
            StoredRun run = Objects.requireNonNull(here.start(Runs.newRun("essay-1"), Runs.ANN));
            isBroken.await();

            here.commit(run.lease(Runs.LEASE), Runs.to(2, 10));

            assertThat(next()).isEqualTo(run.key());
        }
    }

    /** Gives connections, and an Error to the first that asks in such a thread. */
    private static DataSource breakingOnce(DataSource connections, String thread, CountDownLatch isBroken) {
        return (DataSource) Proxy.newProxyInstance(
                PostgresHintTroubleIT.class.getClassLoader(),
                new Class<?>[] {DataSource.class},
                (proxy, method, arguments) -> {
                    if (isBroken.getCount() > 0
                            && Thread.currentThread().getName().equals(thread)) {
                        isBroken.countDown();
                        throw new OutOfMemoryError("in a test");
                    }
                    return method.invoke(connections, arguments);
                });
    }
}
