package io.stepgraph.runtime;

import org.jspecify.annotations.Nullable;

/**
 * Thrown when the interrupt does not accept this answer, and the run still waits (I4), or when the text is no result of
 * the effect, which stays in doubt (E4). The message names the field.
 *
 * <p>The step that an answer leads to throws a new one to refuse the answer: the run waits with its question again,
 * unless an effect of the visit has begun.
 */
public final class InvalidAnswerException extends StepgraphException {
    private static final long serialVersionUID = 1;

    private final boolean refusesAnswer;

    /**
     * Creates the exception of a step.
     *
     * @param message why the answer is refused, for the caller who gave it
     */
    public InvalidAnswerException(String message) {
        this(message, null);
    }

    /**
     * Creates the exception of a step with its cause.
     *
     * @param message why the answer is refused, for the caller who gave it
     * @param cause what led to it
     */
    public InvalidAnswerException(String message, @Nullable Throwable cause) {
        this(message, cause, true);
    }

    private InvalidAnswerException(String message, @Nullable Throwable cause, boolean refusesAnswer) {
        super(ErrorCode.INVALID_ANSWER, message, cause);
        this.refusesAnswer = refusesAnswer;
    }

    /**
     * Returns the exception of an engine for the caller who gave an answer. If that caller is a step of another run,
     * the exception says nothing of the answer that has led to that step.
     *
     * @param message what happened, to which run and step, and what to do
     * @param cause what led to it
     * @return the exception
     */
    public static InvalidAnswerException toCaller(String message, @Nullable Throwable cause) {
        return new InvalidAnswerException(message, cause, false);
    }

    /** Whether a step that throws it refuses the answer that has led to it. */
    public boolean refusesAnswer() {
        return refusesAnswer;
    }
}
