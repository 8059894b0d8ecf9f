package io.stepgraph.runtime.execute;

import io.stepgraph.runtime.CallInterrupted;
import io.stepgraph.runtime.RunNotFound;
import io.stepgraph.runtime.store.RunKey;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The call behind a stream that executes its run: it runs in a thread of its own, and the stream ends after it. */
final class StreamedCall<O> implements Runnable, EventSource.Ending {
    private static final long GLANCE_MILLIS = 20;

    private final RunKey key;
    private final LiveBuffer live;
    private final Watchers watchers;
    private final FutureTask<O> call;

    /** What asks for it counts as being around it, as it does for a call in its own thread. */
    private final @Nullable Execution caller = Execution.current();

    private volatile @Nullable Thread thread;
    private volatile boolean isStopped;

    /** Whether the run was brought to its next stop; not if the call failed. */
    private volatile boolean isAtRest;

    StreamedCall(RunKey key, LiveBuffer live, Watchers watchers, Supplier<O> call) {
        this.key = key;
        this.live = live;
        this.watchers = watchers;
        this.call = new FutureTask<>(() -> {
            O outcome = call.get();
            isAtRest = true;
            return outcome;
        });
    }

    @Override
    public void run() {
        Thread self = Thread.currentThread();
        live.letWait(self);
        Execution.setCurrent(caller);
        thread = self;
        if (isStopped) {
            call.cancel(false);
        }
        call.run();
        // Nothing more comes of it live: a reader finds all there is in the store, and there may be none, ever.
        watchers.remove(key, live);
        live.close();
    }

    @Override
    public boolean isNear() {
        return call.isDone();
    }

    @Override
    public void reach() {
        O unused = outcome();
    }

    /**
     * Stops the run, unless it has come to rest. One that has not begun, as its thread is busy or its state is not at hand yet,
     * is kept from that, if the call heeds an interrupt; if it begins all the same, it is cancelled then.
     *
     * @param cancel cancels the run; throws {@link RunNotFound} if it has not begun
     */
    void stop(Runnable cancel) {
        isStopped = true;
        if (isAtRest || isCancelled(cancel)) {
            return;
        }
        Thread begun = thread;
        if (begun != null) {
            begun.interrupt();
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
        } catch (RunNotFound absent) {
            return false;
        }
    }

    /** Whether the call came to its end within a moment. */
    private boolean awaitEnd() {
        try {
            O unused = call.get(GLANCE_MILLIS, TimeUnit.MILLISECONDS);
            return true;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new CallInterrupted(
                    "The thread that closed the stream of run '" + key + "' was interrupted before the run was stopped;"
                            + " close the stream again.",
                    interrupted);
        } catch (TimeoutException notYet) {
            return false;
        } catch (ExecutionException | CancellationException over) {
            // What came of it, outcome() tells.
            return true;
        }
    }

    /** Waits for what came of it. */
    O outcome() {
        live.letGo();
        try {
            return call.get();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new CallInterrupted(
                    "The thread that waited for the outcome of run '" + key + "' was interrupted. The run goes on.",
                    interrupted);
        } catch (CancellationException closed) {
            throw new CallInterrupted("The stream of run '" + key + "' was closed before the run began.", closed);
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
