package io.stepgraph.samples.chat;

/** A call of the model failed before its first token, and would fail again. */
final class ModelFailedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    ModelFailedException(String message, Throwable cause) {
        super(message, cause);
    }
}
