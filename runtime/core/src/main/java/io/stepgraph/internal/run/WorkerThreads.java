package io.stepgraph.internal.run;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** The threads in which workers execute runs. */
public final class WorkerThreads {
    private static final @Nullable MethodHandle VIRTUAL = virtual();
    private static final AtomicLong NUMBER = new AtomicLong();

    private WorkerThreads() {}

    /** A thread for each run: virtual where the JVM has virtual threads, else from a pool that grows as needed. */
    public static ExecutorService executor() {
        MethodHandle virtual = VIRTUAL;
        if (virtual != null) {
            try {
                return (ExecutorService) virtual.invokeExact();
            } catch (Throwable unavailable) {
                // Platform threads do the same.
            }
        }
        return Executors.newCachedThreadPool(work -> new Thread(work, "stepgraph worker " + NUMBER.incrementAndGet()));
    }

    private static @Nullable MethodHandle virtual() {
        try {
            return MethodHandles.publicLookup()
                    .findStatic(
                            Executors.class,
                            "newVirtualThreadPerTaskExecutor",
                            MethodType.methodType(ExecutorService.class));
        } catch (ReflectiveOperationException beforeJava21) {
            return null;
        }
    }
}
