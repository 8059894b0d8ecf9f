package io.stepgraph.testkit.store;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** Real threads that begin at once. */
final class Race {
    private Race() {}

    interface Racer<T> {
        @Nullable T run(int racer) throws Exception;
    }

    /** The result of each racer, in their order. */
    static <T> List<@Nullable T> of(int racers, Racer<? extends T> racer) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(racers);
        try {
            CyclicBarrier start = new CyclicBarrier(racers);
            List<Future<? extends T>> futures = new ArrayList<>();
            for (int i = 0; i < racers; i++) {
                int number = i;
                futures.add(threads.submit(() -> {
                    start.await();
                    return racer.run(number);
                }));
            }
            List<@Nullable T> results = new ArrayList<>();
            for (Future<? extends T> future : futures) {
                results.add(future.get());
            }
            return results;
        } finally {
            threads.shutdownNow();
        }
    }
}
