package io.stepgraph.runtime.execute;

import io.stepgraph.PermissionMode;
import io.stepgraph.runtime.StepContext;
import io.stepgraph.runtime.event.RunEvent;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The context of one attempt of a run in a store. Closed once the attempt is over or is to stop (R9). */
final class AttemptContext<E> implements StepContext<E> {
    private final Events events;
    private final String runId;
    private final String step;
    private final long visit;
    private final int attempt;
    private final PermissionMode mode;
    private int signals;
    private volatile @Nullable String closed;

    AttemptContext(Events events, String runId, Position<?, ?> at, PermissionMode mode) {
        this.events = events;
        this.runId = runId;
        this.step = at.step.name;
        this.visit = at.visit;
        this.attempt = at.attempt;
        this.mode = mode;
    }

    /** Lets every later call throw. The first reason stays. */
    void close(String why) {
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
        if (events.isHeard) {
            emitInOrder(signal);
        }
    }

    private synchronized void emitInOrder(Object signal) {
        checkCancelled();
        signals++;
        events.tell(new RunEvent.Signal(runId, step, visit, attempt, signals, signal));
    }

    @Override
    public void checkCancelled() {
        String why = closed;
        if (why != null) {
            throw new AttemptOver("Attempt " + attempt + " of step '" + step + "' in run '" + runId + "' " + why + ".");
        }
    }
}
