package io.stepgraph.runtime;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Thrown by a step to say: this may pass by itself, try again. Whether and how often is said by the step's {@code @Retry};
 * without one the step fails.
 */
public class TransientException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final @Nullable Duration retryAfter;

    /**
     * A failure that may pass.
     *
     * @param message what happened
     */
    public TransientException(String message) {
        this(message, null, null);
    }

    /**
     * A failure that may pass.
     *
     * @param message what happened
     * @param cause what led to it
     */
    public TransientException(String message, @Nullable Throwable cause) {
        this(message, cause, null);
    }

    /**
     * A failure that may pass, with the far side's word on when.
     *
     * @param message what happened
     * @param cause what led to it
     * @param retryAfter the least delay before the next attempt; the step's {@code maxBackoff} still caps it
     */
    public TransientException(String message, @Nullable Throwable cause, @Nullable Duration retryAfter) {
        super(message, cause);
        this.retryAfter = retryAfter;
    }

    /**
     * When the far side wants to be asked again.
     *
     * @return the least delay before the next attempt, or null if it did not say
     */
    public final @Nullable Duration retryAfter() {
        return retryAfter;
    }
}
