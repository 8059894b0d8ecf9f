package io.stepgraph.runtime;

import org.jspecify.annotations.Nullable;

/** A repeated step asks for an {@link Effect} with another request than the first attempt; the message names the part that differs. The run parks (E2). */
public final class EffectConflictException extends StepgraphException {
    private static final long serialVersionUID = 1;

    /**
     * The error.
     *
     * @param message what happened, to which run and step, and what to do
     */
    public EffectConflictException(String message) {
        this(message, null);
    }

    /**
     * The error with its cause.
     *
     * @param message what happened, to which run and step, and what to do
     * @param cause what led to it
     */
    public EffectConflictException(String message, @Nullable Throwable cause) {
        super(ErrorCode.EFFECT_CONFLICT, message, cause);
    }
}
