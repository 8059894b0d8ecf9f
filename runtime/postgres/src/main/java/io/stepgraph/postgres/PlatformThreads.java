package io.stepgraph.postgres;

import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Does what an interrupt would spoil: an interrupted virtual thread closes the socket that it waits for, and pools give
 * up what they wait for in any thread (R9). There are a few more threads than connections, and none while no virtual
 * thread calls. Further calls wait, each in its own virtual thread, which costs next to nothing.
 */
final class PlatformThreads implements AutoCloseable {
    /** They wait in the pool, so that no connection that becomes free waits for them. */
    private static final int MORE_THAN_CONNECTIONS = 4;

    private static final int USUAL_CONNECTIONS = 16;
    private static final Duration USUAL_PATIENCE = Duration.ofSeconds(10);
    private static final int IDLE_SECONDS = 60;

    private final int connections;
    private final ThreadPoolExecutor threads;
    private final Semaphore places;
    private final Duration patience;

    /**
     * No threads yet.
     *
     * @param connections how many there are at most
     * @param patience how long a call waits for a thread
     */
    PlatformThreads(int connections, Duration patience) {
        this(connections, connections, patience);
    }

    private PlatformThreads(int connections, int assumed, Duration patience) {
        int most = assumed + MORE_THAN_CONNECTIONS;
        this.connections = connections;
        this.threads = new ThreadPoolExecutor(
                most, most, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), PlatformThreads::thread);
        this.threads.allowCoreThreadTimeOut(true);
        this.places = new Semaphore(most, true);
        this.patience = patience;
    }

    /** Returns the threads for a pool that does not tell its size. */
    static PlatformThreads forAnyPool() {
        return new PlatformThreads(1, USUAL_CONNECTIONS, USUAL_PATIENCE);
    }

    /** Returns the number of connections of the pool; 1, which each pool has, if it does not tell. */
    int connections() {
        return connections;
    }

    private static Thread thread(Runnable task) {
        Thread thread = new Thread(task, "stepgraph-postgres");
        thread.setDaemon(true);
        return thread;
    }

    /**
     * Whether the current thread is a virtual one. Java 17 knows none, and those of later ones say so by their group.
     */
    static boolean areNeeded() {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        return group != null && group.getName().equals("VirtualThreads");
    }

    /**
     * Does work, and returns when it is done, interrupted or not.
     *
     * @throws SQLTransientConnectionException if the work was not begun, since others took too long
     */
    <T> @Nullable T call(Supplier<@Nullable T> work) throws SQLTransientConnectionException {
        if (!takePlace()) {
            throw new SQLTransientConnectionException("All connections were in use for " + patience.toMillis() + " ms");
        }
        try {
            return done(work, threads);
        } finally {
            places.release();
        }
    }

    private boolean takePlace() {
        boolean interrupted = false;
        long begin = System.nanoTime();
        try {
            while (true) {
                try {
                    long waited = System.nanoTime() - begin;
                    return places.tryAcquire(patience.toNanos() - waited, TimeUnit.NANOSECONDS);
                } catch (InterruptedException waitsOn) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Does work that no interrupt may spoil, whatever thread asks for it, in a thread that is made for it. */
    static <T> @Nullable T once(Supplier<@Nullable T> work) {
        return done(work, task -> thread(task).start());
    }

    private static <T> @Nullable T done(Supplier<@Nullable T> work, Executor threads) {
        try {
            return CompletableFuture.supplyAsync(work, threads).join();
        } catch (CompletionException failed) {
            if (failed.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            if (failed.getCause() instanceof Error cause) {
                throw cause;
            }
            throw failed;
        }
    }

    /** Lets the threads end when they have done what they do. */
    @Override
    public void close() {
        threads.shutdown();
    }
}
