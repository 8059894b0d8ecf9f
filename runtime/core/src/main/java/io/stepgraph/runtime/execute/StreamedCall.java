package io.stepgraph.runtime.execute;

import io.stepgraph.runtime.CallInterrupted;
import io.stepgraph.runtime.store.RunKey;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;

/** The call behind a stream that executes its run: it runs in a thread of its own, and the stream ends after it. */
final class StreamedCall<O> implements Runnable, EventSource.Ending {
    private final RunKey key;
    private final LiveBuffer live;
    private final Watchers watchers;
    private final FutureTask<O> call;

    StreamedCall(RunKey key, LiveBuffer live, Watchers watchers, Supplier<O> call) {
        this.key = key;
        this.live = live;
        this.watchers = watchers;
        this.call = new FutureTask<>(call::get);
    }

    @Override
    public void run() {
        live.letWait(Thread.currentThread());
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
