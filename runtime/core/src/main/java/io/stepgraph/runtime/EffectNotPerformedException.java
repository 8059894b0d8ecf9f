package io.stepgraph.runtime;

import org.jspecify.annotations.Nullable;

/**
 * Thrown by the call of an {@link Effect} that was surely not performed, for example because the remote system refused
 * the request. The effect is not in doubt then, and the next attempt of the step calls it again (E4).
 */
public class EffectNotPerformedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /**
     * Creates the exception.
     *
     * @param message the message
     */
    public EffectNotPerformedException(String message) {
        this(message, null);
    }

    /**
     * Creates the exception with its cause.
     *
     * @param message the message
     * @param cause the cause
     */
    public EffectNotPerformedException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
