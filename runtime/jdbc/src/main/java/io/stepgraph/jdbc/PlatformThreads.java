package io.stepgraph.jdbc;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Does what an interrupt would spoil: an interrupted virtual thread closes the socket that it waits for, and pools give up what
 * they wait for in any thread (R9). There are as many threads as calls at once, and none while no virtual thread calls.
 */
final class PlatformThreads implements AutoCloseable {
    private final ExecutorService threads = Executors.newCachedThreadPool(PlatformThreads::thread);

    private static Thread thread(Runnable task) {
        Thread thread = new Thread(task, "stepgraph-postgres");
        thread.setDaemon(true);
        return thread;
    }

    /** Whether the current thread is a virtual one. Java 17 knows none, and those of later ones say so by their group. */
    static boolean areNeeded() {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        return group != null && group.getName().equals("VirtualThreads");
    }

    /** Does work, and returns when it is done, interrupted or not. */
    <T> @Nullable T call(Supplier<@Nullable T> work) {
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

    /** Does work that no interrupt may spoil, whatever thread asks for it, in a thread that is made for it. */
    static <T> @Nullable T once(Supplier<@Nullable T> work) {
        try (PlatformThreads thread = new PlatformThreads()) {
            return thread.call(work);
        }
    }

    /** Lets the threads end when they have done what they do. */
    @Override
    public void close() {
        threads.shutdown();
    }
}
