package io.stepgraph.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.engine.Runner;
import io.stepgraph.jdbc.testing.Runs;
import io.stepgraph.runtime.Actor;
import io.stepgraph.store.QueueRequest;
import io.stepgraph.store.RunCommand;
import io.stepgraph.store.RunQuery;
import io.stepgraph.store.Status;
import io.stepgraph.store.StopReason;
import io.stepgraph.store.Store;
import io.stepgraph.store.StoreLoad;
import io.stepgraph.store.StoredRun;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A command for many runs, while others start. */
@Tag("L4")
@Tag("L6")
final class SqliteManyRunsIT {
    private static final int RUNS = 2_000;

    @TempDir
    Path folder;

    @Test
    void L6_thousands_of_runs_are_cancelled_and_none_that_starts_meanwhile() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(50); // their writes share transactions
        AtomicBoolean isDone = new AtomicBoolean();
        AtomicInteger later = new AtomicInteger();
        try (Store store = SqliteStore.open(folder.resolve("runs.db"));
                Runner runner = Runner.builder(store).build()) {
            for (Future<?> enqueued : IntStream.range(0, RUNS)
                    .<Future<?>>mapToObj(i -> threads.submit(() -> enqueue(store, "run-" + i)))
                    .toList()) {
                enqueued.get();
            }
            Future<?> starter = threads.submit(() -> {
                while (!isDone.get() && later.get() < 100) {
                    if (isAny(runner, Status.CANCELLED)) {
                        enqueue(store, "later-" + later.getAndIncrement());
                    }
                }
            });

            long cancelled = runner.as(Actor.named("ann")).cancelAll(RunQuery.ALL);
            isDone.set(true);
            starter.get();

            assertThat(cancelled).isEqualTo(RUNS);
            assertThat(later.get()).isPositive();
            assertThat(store.lists().load("default").runs())
                    .singleElement()
                    .isEqualTo(new StoreLoad.RunCount("example.Review", Status.QUEUED, later.get()));
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    @Tag("C8")
    void C8_a_family_of_ten_thousand_is_cancelled_within_five_seconds() {
        try (Store store = SqliteStore.open(folder.resolve("runs.db"))) {
            StoredRun run = Objects.requireNonNull(store.runs().start(Runs.newRun("essay-1"), Runs.ANN));
            store.runs().commit(run.lease(Runs.LEASE), Runs.calls(run, 10_000));

            long begin = System.nanoTime();
            store.runs().command(run.key(), new RunCommand.Cancel("ann"));

            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(5));
            assertThat(store.lists().load("default").runs()).isEmpty();
            assertThat(store.calls().ends(run.runNumber(), 1))
                    .hasSize(10_000)
                    .allMatch(end -> end.reason().equals(new StopReason.Cancelled("ann")));
        }
    }

    private static void enqueue(Store store, String id) {
        assertThat(store.queue().enqueue(Runs.newRun(id), new QueueRequest(null, null, null)))
                .isTrue();
    }

    private static boolean isAny(Runner runner, Status status) {
        return !runner.list(RunQuery.ALL.status(status).limit(1)).runs().isEmpty();
    }
}
