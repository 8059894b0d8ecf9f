package io.stepgraph.internal.log;

import io.stepgraph.internal.step.Interrupts;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.RunNotFoundException;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.store.RunKey;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Executes a run for its stream, in a thread of its own. The stream ends after it. */
final class BackgroundExecution<O> implements Runnable {
    private static final long GLANCE_MILLIS = 20;

    private final RunKey key;
    private final RunSubscription subscription;
    private final Subscriptions subscriptions;
    private final FutureTask<O> call;

    private volatile @Nullable Thread thread;
    private volatile boolean isStopped;

    /** Whether the run has paused or ended; false if the call failed. */
    private volatile boolean isAtRest;

    BackgroundExecution(RunKey key, RunSubscription subscription, Subscriptions subscriptions, Supplier<O> call) {
        this.key = key;
        this.subscription = subscription;
        this.subscriptions = subscriptions;
        this.call = new FutureTask<>(() -> {
            O outcome = call.get();
            isAtRest = true;
            return outcome;
        });
    }

    @Override
    public void run() {
        thread = Thread.currentThread();
        if (isStopped) {
            call.cancel(false);
        }
        call.run();
        // Nobody may ever read the stream, so nothing is kept for it. A reader finds all events in the store.
        subscriptions.remove(key, subscription);
        subscription.close();
    }

    /** Whether the call has returned or failed: then all its events are stored. */
    boolean isDone() {
        return call.isDone();
    }

    /**
     * Cancels the run, unless it has paused or ended. A call that still waits for a busy thread or for the start state
     * is interrupted, so that the run does not begin; if it begins nevertheless, it is cancelled.
     *
     * @param cancel cancels the run; throws {@link RunNotFoundException} if it has not begun
     */
    void stop(Runnable cancel) {
        isStopped = true;
        if (isAtRest || isCancelled(cancel)) {
            return;
        }
        Thread begun = thread;
        if (begun != null) {
            Interrupts.send(begun);
        }
        if (begun == Thread.currentThread()) {
            return;
        }
        boolean isOver;
        do {
            isOver = awaitEnd();
        } while (!isAtRest && !isCancelled(cancel) && !isOver);
    }

    private static boolean isCancelled(Runnable cancel) {
        try {
            cancel.run();
            return true;
        } catch (RunNotFoundException absent) {
            return false;
        }
    }

    /** Waits a moment. Whether the call has returned or failed by then. */
    private boolean awaitEnd() {
        try {
            call.get(GLANCE_MILLIS, TimeUnit.MILLISECONDS);
            return true;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new StepgraphException(
                    ErrorCode.CALL_INTERRUPTED,
                    "The thread that closed the stream of run '" + key + "' was interrupted before the run was stopped;"
                            + " close the stream again.",
                    interrupted);
        } catch (TimeoutException notYet) {
            return false;
        } catch (ExecutionException | CancellationException over) {
            // outcome() gives the result or the error.
            return true;
        }
    }

    /** Waits until the run pauses or ends; throws the error of the call. */
    O outcome() {
        try {
            return call.get();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new StepgraphException(
                    ErrorCode.CALL_INTERRUPTED,
                    "The thread that waited for the outcome of run '" + key + "' was interrupted. The run continues.",
                    interrupted);
        } catch (CancellationException closed) {
            throw new StepgraphException(
                    ErrorCode.CALL_INTERRUPTED,
                    "The stream of run '" + key + "' was closed before the run began.",
                    closed);
        } catch (ExecutionException thrown) {
            if (thrown.getCause() instanceof RuntimeException exception) {
                throw exception;
            }
            if (thrown.getCause() instanceof Error error) {
                throw error;
            }
            throw new IllegalStateException(thrown.getCause());
        }
    }
}
