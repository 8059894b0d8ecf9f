package io.stepgraph.runtime;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Thrown by a step for a failure that may pass, such as a timeout of a remote system. The step's {@code @Retry} says
 * whether and how often it is tried again; without {@code @Retry} the step fails.
 */
public class TransientException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final @Nullable Duration retryAfter;

    /**
     * Creates the exception.
     *
     * @param message the message
     */
    public TransientException(String message) {
        this(message, null, null);
    }

    /**
     * Creates the exception.
     *
     * @param message the message
     * @param cause the cause
     */
    public TransientException(String message, @Nullable Throwable cause) {
        this(message, cause, null);
    }

    /**
     * Creates the exception with the delay that the remote system asks for.
     *
     * @param message the message
     * @param cause the cause
     * @param retryAfter the least delay before the next attempt; the step's {@code maxBackoff} still caps it
     */
    public TransientException(String message, @Nullable Throwable cause, @Nullable Duration retryAfter) {
        super(message, cause);
        this.retryAfter = retryAfter;
    }

    /**
     * The delay that the remote system asks for.
     *
     * @return the least delay before the next attempt; null if none was given
     */
    public final @Nullable Duration retryAfter() {
        return retryAfter;
    }
}
