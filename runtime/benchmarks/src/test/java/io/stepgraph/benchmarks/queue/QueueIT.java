package io.stepgraph.benchmarks.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepgraph.benchmarks.Child;
import io.stepgraph.benchmarks.database.Database;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** All contenders execute what was stored, once, and no more than that. */
@Timeout(120)
@Tag("nightly")
class QueueIT {
    private static final List<String> ITEMS =
            IntStream.range(0, 100).mapToObj(i -> "item-" + i).toList();

    @ParameterizedTest
    @EnumSource
    void twoWorkersExecuteEachItemOnceAgainAndAgain(Contender contender) throws Exception {
        Queue<String> begun = new ConcurrentLinkedQueue<>();
        try (Database database = Database.Kind.POSTGRES.create();
                Contender.Queue queue = contender.open(database.url());
                Contender.Consumption one = contender.consume(database.url(), "worker-1", begun::add);
                Contender.Consumption two = contender.consume(database.url(), "worker-2", begun::add)) {
            for (int i = 0; i < 2; i++) {
                queue.store(ITEMS);
                assertThat(queue.left()).isEqualTo(ITEMS.size());
                assertThat(queue.kept()).isZero();

                one.start();
                two.start();
                awaitEnd(queue);
                one.stop();
                two.stop();

                // DBOS Transact promises to execute an item at least once, and does execute some again on a busy
                // machine.
                assertThat(contender == Contender.DBOS ? new HashSet<>(begun) : begun)
                        .containsExactlyInAnyOrderElementsOf(ITEMS);
                assertThat(queue.kept()).isEqualTo(contender == Contender.DB_SCHEDULER ? 0 : ITEMS.size());
                queue.clear();
                assertThat(queue.kept()).isZero();
                begun.clear();
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void aWorkerProcessBeginsAndStopsWhenItIsTold(Contender contender) throws Exception {
        try (Database database = Database.Kind.POSTGRES.create();
                Contender.Queue queue = contender.open(database.url());
                Child process = Child.start(QueueWorker.class, contender.name(), database.url(), "worker-1")) {
            process.await(QueueWorker.READY);
            queue.store(ITEMS);

            process.tell(QueueWorker.START);
            awaitEnd(queue);
            process.tell(QueueWorker.STOP);
            process.await(QueueWorker.READY);

            queue.store(List.of("later"));
            assertThat(queue.left()).isEqualTo(1);
        }
    }

    @Test
    void aWorkerProcessThatBreaksDownIsNoticed() {
        Child process = Child.start(QueueWorker.class, "NO_CONTENDER", "", "worker-1");

        assertThatThrownBy(process::next).hasMessageContaining("QueueWorker has ended");
        assertThatThrownBy(process::close).hasMessageContaining("QueueWorker ended with 1");
    }

    @ParameterizedTest
    @EnumSource(names = {"STEPGRAPH", "DB_SCHEDULER"})
    void itemsOfTheFirstTenantAreCountedUntilTheOtherOneBegins(Contender contender) throws Exception {
        FairnessBenchmark benchmark = new FairnessBenchmark();
        benchmark.contender = contender;
        benchmark.items = 1_000;
        benchmark.open();
        FairnessBenchmark.Counters counters = new FairnessBenchmark.Counters();

        benchmark.other(counters);

        assertThat(counters.waited).isBetween(0, benchmark.items - benchmark.items / 10);
        benchmark.close();
    }

    @Test
    void aTenantDoesNotWaitForAllRunsOfAnother() throws Exception {
        FairnessBenchmark benchmark = new FairnessBenchmark();
        benchmark.contender = Contender.STEPGRAPH;
        benchmark.items = 3_000;
        benchmark.open();
        FairnessBenchmark.Counters counters = new FairnessBenchmark.Counters();

        benchmark.other(counters);

        assertThat(counters.waited).isLessThan(benchmark.items / 2);
        benchmark.close();
    }

    private static void awaitEnd(Contender.Queue queue) throws Exception {
        while (queue.left() > 0) {
            Thread.sleep(10);
        }
    }
}
