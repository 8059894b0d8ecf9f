package io.stepgraph.runtime;

/** Thrown when the actor may not answer this question (W3). Nothing was changed, and the run still waits. */
public final class AnswerNotPermittedException extends StepgraphException {
    private static final long serialVersionUID = 1;

    /**
     * Creates the exception.
     *
     * @param message who may answer, and who was refused
     */
    public AnswerNotPermittedException(String message) {
        super(ErrorCode.ANSWER_NOT_PERMITTED, message, null);
    }
}
