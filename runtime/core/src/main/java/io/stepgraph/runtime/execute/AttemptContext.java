package io.stepgraph.runtime.execute;

import io.stepgraph.PermissionMode;
import io.stepgraph.runtime.StepContext;
import io.stepgraph.runtime.UnstorableState;
import io.stepgraph.runtime.store.Json;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** The context of one attempt of a run in a store. Closed once the attempt is over or is to stop (R9). */
final class AttemptContext<E> implements StepContext<E> {
    private final RunLog<?> log;
    private final String runId;
    private final String step;
    private final long visit;
    private final int attempt;
    private final PermissionMode mode;

    /** Held while a signal is told, so that listeners hear them in order; they may be slow. Closing does not need it. */
    private final ReentrantLock telling = new ReentrantLock();

    private int signals;
    private @Nullable UnstorableState refused;
    private volatile @Nullable String closed;

    AttemptContext(RunLog<?> log, String runId, Position<?, ?> at, PermissionMode mode) {
        this.log = log;
        this.runId = runId;
        this.step = at.step.name;
        this.visit = at.visit;
        this.attempt = at.attempt;
        this.mode = mode;
    }

    /** Lets every later call throw. The first reason stays. No signal is taken any more. */
    synchronized void close(String why) {
        if (closed == null) {
            closed = why;
        }
    }

    @Override
    public String runId() {
        checkCancelled();
        return runId;
    }

    @Override
    public long visit() {
        checkCancelled();
        return visit;
    }

    @Override
    public int attempt() {
        checkCancelled();
        return attempt;
    }

    @Override
    public PermissionMode mode() {
        checkCancelled();
        return mode;
    }

    @Override
    public void emit(E signal) {
        Objects.requireNonNull(signal, "signal");
        checkCancelled();
        Stored stored = stored(signal);
        awaitTurn();
        try {
            int number = take(stored.json());
            log.tellSignal(step, visit, attempt, number, stored);
        } finally {
            telling.unlock();
        }
    }

    /**
     * Fails the attempt if one of its signals cannot be stored, whatever the step made of that.
     *
     * @throws UnstorableSignal if it is so
     */
    synchronized void checkSignals() throws UnstorableSignal {
        if (refused != null) {
            throw new UnstorableSignal(refused);
        }
    }

    /** A reader may let the one before wait, but not the cancel of this attempt. */
    private void awaitTurn() {
        try {
            telling.lockInterruptibly();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            checkCancelled();
            telling.lock();
        }
    }

    private Stored stored(Object signal) {
        try {
            return log.encoded(signal);
        } catch (UnstorableState unstorable) {
            throw refused(unstorable);
        }
    }

    private synchronized int take(Json stored) {
        checkCancelled();
        signals++;
        try {
            log.signal(step, visit, attempt, signals, stored);
        } catch (UnstorableState tooMuch) {
            throw refused(tooMuch);
        }
        return signals;
    }

    private synchronized UnstorableState refused(UnstorableState unstorable) {
        refused = refused == null ? unstorable : refused;
        return unstorable;
    }

    @Override
    public void checkCancelled() {
        String why = closed;
        if (why != null) {
            throw new AttemptOver("Attempt " + attempt + " of step '" + step + "' in run '" + runId + "' " + why + ".");
        }
    }
}
