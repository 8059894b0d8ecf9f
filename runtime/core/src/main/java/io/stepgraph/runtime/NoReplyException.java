package io.stepgraph.runtime;

import org.jspecify.annotations.Nullable;

/**
 * Thrown when a message gets no reply: the run took the next message of the mailbox, or ended, without one (Q9). The
 * message says which. After a retry of a failed run, the same message id gets the reply.
 */
public final class NoReplyException extends StepgraphException {
    private static final long serialVersionUID = 1;

    /**
     * Creates the exception.
     *
     * @param message what happened, to which run and message, and what to do
     */
    public NoReplyException(String message) {
        this(message, null);
    }

    /**
     * Creates the exception with its cause.
     *
     * @param message what happened, to which run and message, and what to do
     * @param cause what led to it
     */
    public NoReplyException(String message, @Nullable Throwable cause) {
        super(ErrorCode.NO_REPLY, message, cause);
    }
}
