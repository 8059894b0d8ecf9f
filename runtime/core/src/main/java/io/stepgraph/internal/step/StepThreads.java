package io.stepgraph.internal.step;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.jspecify.annotations.Nullable;

/**
 * Threads for steps with a timeout, for tasks and for streams: virtual where the JVM has them, else platform threads
 * that do not keep it alive. Only the runner interrupts them.
 */
public final class StepThreads {
    /** {@code Thread.startVirtualThread}, which is not there on Java 17; looked for once, when it is first needed. */
    private static final @Nullable MethodHandle START_VIRTUAL = startVirtual();

    private StepThreads() {}

    public static Thread start(Runnable code, String name) {
        Runnable body = () -> Interrupts.inOwnThread(code);
        if (START_VIRTUAL != null) {
            try {
                return (Thread) START_VIRTUAL.invokeExact(body);
            } catch (RuntimeException | Error thrown) {
                throw thrown;
            } catch (Throwable impossible) {
                throw new AssertionError(impossible);
            }
        }
        Thread thread = new Thread(body, name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private static @Nullable MethodHandle startVirtual() {
        try {
            return MethodHandles.publicLookup()
                    .findStatic(
                            Thread.class, "startVirtualThread", MethodType.methodType(Thread.class, Runnable.class));
        } catch (NoSuchMethodException | IllegalAccessException olderJvm) {
            return null;
        }
    }
}
