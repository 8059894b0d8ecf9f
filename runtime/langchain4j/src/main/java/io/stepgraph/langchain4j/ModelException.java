package io.stepgraph.langchain4j;

/**
 * Thrown when a model cannot be asked and the next attempt would not help: the key is wrong, for example, or the
 * provider asks to wait too long. The message says what happened, in the words of the provider if it has any.
 */
public final class ModelException extends RuntimeException {
    private static final long serialVersionUID = 1;

    ModelException(String message, Throwable cause) {
        super(message, cause);
    }
}
