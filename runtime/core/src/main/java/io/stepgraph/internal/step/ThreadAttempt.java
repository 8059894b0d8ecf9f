package io.stepgraph.internal.step;

import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An attempt in its own thread, which the loop can abandon: the first result counts and closes the context, and later
 * results and exceptions of the step are ignored (R9).
 */
final class ThreadAttempt<S, N extends Enum<N>> implements Abandonable, Runnable {
    private final AttemptContext<?> context;
    private final Supplier<AttemptResult<S, N>> step;
    private final AtomicReference<@Nullable AttemptResult<S, N>> result = new AtomicReference<>();
    private final CountDownLatch done = new CountDownLatch(1);
    private volatile @Nullable Thread thread;

    ThreadAttempt(AttemptContext<?> context, Supplier<AttemptResult<S, N>> step) {
        this.context = context;
        this.step = step;
    }

    void start(String name) {
        thread = StepThreads.start(this, name);
        if (result.get() != null) {
            interrupt();
        }
    }

    @Override
    public void run() {
        // An attempt that was ended before its thread began executes nothing.
        if (result.get() == null) {
            settle(step.get(), "is over");
        }
    }

    /** Returns a latch that opens when the result is there. */
    CountDownLatch done() {
        return done;
    }

    void timeOut(AttemptResult<S, N> failed) {
        if (settle(failed, "must stop, because its time is over")) {
            interrupt();
        }
    }

    @Override
    public void abandon(String why) {
        if (settle(new AttemptResult.Aborted<>(true), why)) {
            interrupt();
        }
    }

    /** The result, once it has come. */
    AttemptResult<S, N> result() {
        return Objects.requireNonNull(result.get());
    }

    private boolean settle(AttemptResult<S, N> settled, String why) {
        boolean isFirst = result.compareAndSet(null, settled);
        if (isFirst) {
            context.close(why);
            done.countDown();
        }
        return isFirst;
    }

    private void interrupt() {
        Thread started = thread;
        if (started != null) {
            Interrupts.send(started);
        }
    }
}
