package io.stepgraph.internal.step;

import io.stepgraph.runtime.StepContext.Task;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * A call of {@code together} (R13). Each task has a thread of its own, so that it finds nothing that another one has
 * left in its thread. The attempt's effects know the threads of all tasks, and which of them are in a call: what
 * several threads change is guarded by their monitor.
 */
final class Together<T, R extends @Nullable Object, X extends Exception> {
    /** The thread that waits for the tasks. */
    final Thread caller = Thread.currentThread();

    /** Whether no further element begins. Set under the monitor. */
    volatile boolean isStopped;

    private final AttemptEffects attempt;
    private final List<T> elements;
    private final Task<T, R, X> task;
    private final Runnable enterThread;
    private final Semaphore places;
    private final @Nullable Object[] results;
    private @Nullable Throwable failure;
    private boolean isInterrupted;

    Together(AttemptEffects attempt, List<T> elements, int atMost, Task<T, R, X> task, Runnable enterThread) {
        if (atMost < 1) {
            throw new IllegalArgumentException("atMost must be 1 or more, not " + atMost + ".");
        }
        this.attempt = attempt;
        this.elements = new ArrayList<>(elements);
        this.task = Objects.requireNonNull(task, "task");
        this.enterThread = enterThread;
        this.places = new Semaphore(atMost);
        this.results = new Object[this.elements.size()];
        int empty = this.elements.indexOf(null);
        if (empty >= 0) {
            throw new NullPointerException("Element " + empty + " of together is null.");
        }
    }

    /** Performs the tasks. Returns or throws once none of them is in progress. */
    List<R> run(int atMost) throws X, InterruptedException {
        for (int i = 0; i < results.length && !isStopped; i++) {
            int index = i;
            acquire(1);
            try {
                StepThreads.start(() -> perform(index), caller.getName() + " task " + index);
            } catch (Throwable noThread) {
                fail(noThread);
                places.release();
            }
        }
        acquire(atMost);
        Throwable thrown = failure;
        Failures.throwIfBroken(thrown);
        if (isInterrupted) {
            throw new InterruptedException("The thread was interrupted in together.");
        }
        // A park, or the end of the attempt, counts more than what a task has thrown.
        attempt.checkCancelled();
        if (thrown != null) {
            throw unchecked(thrown);
        }
        if (isStopped) {
            throw new CancellationException("The tasks of together were told to stop.");
        }
        @SuppressWarnings("unchecked") // only tasks have set them
        List<R> all = (List<R>) new ArrayList<>(Arrays.asList(results));
        return all;
    }

    /** Returns what a task has thrown: an error, or what its type says. */
    @SuppressWarnings("unchecked")
    private X unchecked(Throwable thrown) {
        if (thrown instanceof Error error) {
            throw error;
        }
        return (X) thrown;
    }

    /**
     * Waits for places. An interrupt goes to the tasks, which are still waited for: that of the step's thread to all of
     * them.
     */
    private void acquire(int count) {
        while (true) {
            try {
                places.acquire(count);
                return;
            } catch (InterruptedException interrupted) {
                isInterrupted = true;
                attempt.stop(this);
                if (caller == attempt.stepThread) {
                    attempt.interruptTasks();
                }
            }
        }
    }

    private void perform(int index) {
        try {
            enterThread.run();
            if (attempt.enter(this)) {
                attempt.checkCancelled();
                results[index] = task.perform(elements.get(index));
            }
        } catch (Throwable thrown) {
            // An interrupt of its own would mean to the step that the step was interrupted.
            fail(Interrupts.failure("A task of together", thrown));
        } finally {
            attempt.leave();
            places.release();
        }
    }

    /** The first exception counts, unless an error of the virtual machine follows. */
    private void fail(Throwable thrown) {
        synchronized (attempt) {
            if (failure == null || Failures.isBroken(thrown)) {
                failure = thrown;
            } else if (failure != thrown) {
                failure.addSuppressed(thrown);
            }
            attempt.stop(this);
        }
    }
}
