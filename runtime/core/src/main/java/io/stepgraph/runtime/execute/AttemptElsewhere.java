package io.stepgraph.runtime.execute;

import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * An attempt in a thread of its own, which can be left alone there: its context is closed, its thread interrupted, and what
 * it still returns or throws is seen by nobody (R9).
 */
final class AttemptElsewhere<T> implements Execution.Abandonable, Runnable {
    private final Execution execution;
    private final LeaseAge lease;
    private final AttemptContext<?> context;
    private final Callable<T> body;
    private final AtomicReference<Fate> fate = new AtomicReference<>(Fate.RUNNING);
    private final CountDownLatch done = new CountDownLatch(1);
    private volatile @Nullable Thread thread;
    private @Nullable T returned;
    private @Nullable Throwable thrown;

    private enum Fate {
        RUNNING,
        IN_DOUBT,
        FINISHED,
        TIMED_OUT,
        ABANDONED
    }

    AttemptElsewhere(Execution execution, LeaseAge lease, AttemptContext<?> context, Callable<T> body) {
        this.execution = execution;
        this.lease = lease;
        this.context = context;
        this.body = body;
    }

    void start(String name) {
        thread = StepThreads.start(this, name);
        if (fate.get() != Fate.RUNNING) {
            interrupt();
        }
    }

    @Override
    public void run() {
        if (lease.mayBeOver()) {
            settle(Fate.IN_DOUBT, "has not begun");
            return;
        }
        Execution.setCurrent(execution);
        T result = null;
        Throwable problem = null;
        try {
            result = body.call();
        } catch (Throwable any) {
            problem = any;
        }
        returned = result;
        thrown = problem;
        settle(Fate.FINISHED, "is over");
    }

    /** Comes when the result is there, or is no longer waited for. */
    CountDownLatch done() {
        return done;
    }

    void timeOut() {
        if (settle(Fate.TIMED_OUT, "is to stop, since its time is over")) {
            interrupt();
        }
    }

    @Override
    public void abandon(String why) {
        if (settle(Fate.ABANDONED, why)) {
            interrupt();
        }
    }

    /** Whether it has left the step alone, since the lease was in doubt when its thread began (R1). */
    boolean isInDoubt() {
        return fate.get() == Fate.IN_DOUBT;
    }

    /** Whether nobody waits for it any more, for a reason that lies outside the step. */
    boolean isAbandoned() {
        return fate.get() == Fate.ABANDONED;
    }

    /** What came of it, once it is done. */
    T result(StepPlan<?> step) throws Exception {
        switch (Objects.requireNonNull(fate.get())) {
            case FINISHED -> {
                if (thrown instanceof Exception exception) {
                    throw exception;
                }
                if (thrown instanceof Error error) {
                    throw error;
                }
                return Objects.requireNonNull(returned);
            }
            case TIMED_OUT -> throw new StepTimeout(step);
            default -> throw new Voided();
        }
    }

    private boolean settle(Fate settled, String why) {
        boolean isFirst = fate.compareAndSet(Fate.RUNNING, settled);
        if (isFirst) {
            context.close(why);
            done.countDown();
        }
        return isFirst;
    }

    private void interrupt() {
        Thread started = thread;
        if (started != null) {
            started.interrupt();
        }
    }
}
