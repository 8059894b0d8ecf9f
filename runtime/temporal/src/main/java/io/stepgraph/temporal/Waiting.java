package io.stepgraph.temporal;

import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.WaitTimeoutException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Calls to Temporal that may wait. Each ends when its thread is interrupted, when the engine is closed, or after the
 * timeout. A call that waits long is logged, because nobody may work for the graph. Safe for use by many threads.
 */
final class Waiting {
    private static final Logger LOG = LoggerFactory.getLogger("io.stepgraph");
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final ScheduledExecutorService timer;
    private final @Nullable Duration timeout;
    private final Set<Caller> callers = ConcurrentHashMap.newKeySet();
    private volatile boolean isClosed;

    /**
     * The calls of one engine.
     *
     * @param timeout the longest time of a call; null if it has no limit
     */
    Waiting(ScheduledExecutorService timer, @Nullable Duration timeout) {
        this.timer = timer;
        this.timeout = timeout;
    }

    /**
     * Makes a call, with the errors of this library.
     *
     * @throws StepgraphException with {@link ErrorCode#CALL_INTERRUPTED} if the thread is interrupted
     * @throws StepgraphException with {@link ErrorCode#RUNNER_CLOSED} if the engine is closed
     * @throws WaitTimeoutException if it takes too long
     */
    <T> T of(String runId, Supplier<T> call) {
        Caller caller = new Caller();
        callers.add(caller);
        try {
            if (isClosed) {
                throw closed(runId);
            }
            Future<?> warning = timer.schedule(() -> warn(runId), PATIENCE.toSeconds(), TimeUnit.SECONDS);
            Future<?> end = timeout == null
                    ? warning
                    : timer.schedule(
                            () -> caller.end(this::timedOut),
                            TimeUnit.NANOSECONDS.convert(timeout),
                            TimeUnit.NANOSECONDS);
            try {
                return Calls.mapped(runId, call);
            } finally {
                warning.cancel(false);
                end.cancel(false);
            }
        } catch (RuntimeException failed) {
            throw ended(runId, caller, failed);
        } finally {
            callers.remove(caller);
            caller.leave();
        }
    }

    private static RuntimeException ended(String runId, Caller caller, RuntimeException failed) {
        Function<String, StepgraphException> reason = caller.leave();
        if (reason != null) {
            return reason.apply(runId);
        }
        return Thread.currentThread().isInterrupted() && Calls.isCancelled(failed)
                ? new StepgraphException(
                        ErrorCode.CALL_INTERRUPTED,
                        "The thread that called for run '" + runId
                                + "' was interrupted. A run that has begun continues in its"
                                + " workers; call again to wait for it.",
                        failed)
                : failed;
    }

    private static void warn(String runId) {
        LOG.warn(
                "A call for run '{}' has waited for {} s. If the run executes no step meanwhile, Temporal may not answer, or"
                        + " there may be no worker: call on(engine) in a process without clientOnly().",
                runId,
                PATIENCE.toSeconds());
    }

    private static StepgraphException closed(String runId) {
        return new StepgraphException(
                ErrorCode.RUNNER_CLOSED,
                "The engine was closed before its call for run '" + runId
                        + "' was over. The run continues in other workers of its graph.");
    }

    private WaitTimeoutException timedOut(String runId) {
        return new WaitTimeoutException("A call for run '" + runId + "' has waited for " + timeout
                + ". The run continues; call again to go on waiting.");
    }

    /** Ends all calls. Later ones fail. */
    void close() {
        isClosed = true;
        callers.forEach(caller -> caller.end(Waiting::closed));
    }

    /** A thread that waits. An interrupt from here reaches nothing but its call. */
    private static final class Caller {
        private final Thread thread = Thread.currentThread();
        private boolean hasLeft;
        private @Nullable Function<String, StepgraphException> reason;

        synchronized void end(Function<String, StepgraphException> why) {
            if (!hasLeft && reason == null) {
                reason = why;
                thread.interrupt();
            }
        }

        /** Why the call was ended; null if it was not. */
        synchronized @Nullable Function<String, StepgraphException> leave() {
            if (!hasLeft && reason != null) {
                Thread.interrupted();
            }
            hasLeft = true;
            return reason;
        }
    }
}
