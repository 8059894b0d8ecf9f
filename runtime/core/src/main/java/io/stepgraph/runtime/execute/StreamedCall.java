package io.stepgraph.runtime.execute;

import io.stepgraph.runtime.CallInterrupted;
import io.stepgraph.runtime.RunNotFound;
import io.stepgraph.runtime.store.RunKey;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The call behind a stream that executes its run: it runs in a thread of its own, and the stream ends after it. */
final class StreamedCall<O> implements Runnable, EventSource.Ending {
    private final RunKey key;
    private final LiveBuffer live;
    private final Watchers watchers;
    private final FutureTask<O> call;

    /** What asks for it counts as being around it, as it does for a call in its own thread. */
    private final @Nullable Execution caller = Execution.current();

    private volatile @Nullable Thread thread;
    private volatile boolean isStopped;

    StreamedCall(RunKey key, LiveBuffer live, Watchers watchers, Supplier<O> call) {
        this.key = key;
        this.live = live;
        this.watchers = watchers;
        this.call = new FutureTask<>(call::get);
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
     * is kept from that; if it begins all the same, it is cancelled then.
     *
     * @param cancel cancels the run; throws {@link RunNotFound} if it has not begun
     */
    void stop(Runnable cancel) {
        isStopped = true;
        if (call.isDone() || isCancelled(cancel)) {
            return;
        }
        Thread begun = thread;
        if (begun != null) {
            begun.interrupt();
        }
        if (begun != Thread.currentThread()) {
            awaitEnd();
            boolean unused = isCancelled(cancel);
        }
    }

    private static boolean isCancelled(Runnable cancel) {
        try {
            cancel.run();
            return true;
        } catch (RunNotFound absent) {
            return false;
        }
    }

    private void awaitEnd() {
        try {
            O unused = call.get();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new CallInterrupted(
                    "The thread that closed the stream of run '" + key + "' was interrupted before the run was stopped;"
                            + " close the stream again.",
                    interrupted);
        } catch (ExecutionException | CancellationException over) {
            // What came of it, outcome() tells.
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
