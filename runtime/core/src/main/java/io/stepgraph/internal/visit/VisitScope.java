package io.stepgraph.internal.visit;

import io.stepgraph.internal.effect.RunLedger;
import io.stepgraph.internal.step.Abandonable;
import io.stepgraph.internal.step.AttemptMonitor;
import io.stepgraph.internal.step.EffectPerformer;
import io.stepgraph.runtime.StepFailure;
import org.jspecify.annotations.Nullable;

/**
 * The connection between an engine and one visit that it executes. The engine may cancel the visit from any thread.
 * Safe for use by many threads.
 */
public abstract class VisitScope implements AttemptMonitor {
    private @Nullable Abandonable attempt;
    private @Nullable String cancelled;

    /** A scope of one call of {@link Visits#visit}. */
    protected VisitScope() {}

    /**
     * Interrupts the step, whose context throws from here on (R9). A visit that has not begun does not begin. The visit
     * then ends without a result, as soon as the step returns.
     *
     * @param why the end of a sentence that begins with the attempt, such as "must stop, because the run was cancelled"
     */
    public final synchronized void cancel(String why) {
        cancelled = cancelled == null ? why : cancelled;
        if (attempt != null) {
            attempt.abandon(why);
        }
    }

    final synchronized boolean isCancelled() {
        return cancelled != null;
    }

    /**
     * The result of the visit is that the run fails.
     *
     * @param cause the exception; null if nothing was thrown
     */
    protected void fails(StepFailure<?> failure, @Nullable Throwable cause) {}

    /** Returns the ledger that records the effects of the visit (E1). */
    protected abstract RunLedger ledger();

    /** Returns the performer of the visit's effects; an engine may bound how many are in progress at a time. */
    protected EffectPerformer performer(EffectPerformer effects) {
        return effects;
    }

    @Override
    public void enterThread() {}

    @Override
    public final synchronized boolean begin(Abandonable begun) {
        attempt = cancelled == null ? begun : null;
        return attempt != null;
    }

    @Override
    public final synchronized void end() {
        attempt = null;
    }
}
