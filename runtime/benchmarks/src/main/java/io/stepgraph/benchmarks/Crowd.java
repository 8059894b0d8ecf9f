package io.stepgraph.benchmarks;

import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/** Threads that do the same at once. */
public final class Crowd implements AutoCloseable {
    private static final int MANY = 16;

    private final int size;
    private final ExecutorService threads;

    /**
     * A crowd.
     *
     * @param size how many threads
     */
    public Crowd(int size) {
        this.size = size;
        this.threads = Executors.newFixedThreadPool(size);
    }

    /**
     * Has each thread do it once, and waits for all; a crowd of one does it in the thread that asks.
     *
     * @return what one of them returned
     * @throws ExecutionException if it fails in one
     */
    public <T> T all(Callable<T> task) throws InterruptedException, ExecutionException {
        if (size == 1) {
            try {
                return task.call();
            } catch (Exception e) {
                throw new ExecutionException(e);
            }
        }
        List<Future<T>> all = threads.invokeAll(Collections.nCopies(size, task));
        for (Future<T> each : all) {
            each.get();
        }
        return all.get(0).get();
    }

    /**
     * Takes one thing after the other out of a queue, in 16 threads, until the queue is empty.
     *
     * @throws IllegalStateException if it fails for one
     */
    public static <T> void each(Queue<T> queue, Consumer<T> action) {
        try (Crowd crowd = new Crowd(MANY)) {
            crowd.all(() -> {
                for (T next = queue.poll(); next != null; next = queue.poll()) {
                    action.accept(next);
                }
                return 0;
            });
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        threads.shutdown();
    }
}
