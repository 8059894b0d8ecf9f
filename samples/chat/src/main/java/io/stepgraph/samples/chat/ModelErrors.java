package io.stepgraph.samples.chat;

import dev.langchain4j.exception.HttpException;
import dev.langchain4j.exception.NonRetriableException;
import dev.langchain4j.exception.RetriableException;
import io.stepgraph.runtime.TransientException;
import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Reads the errors of a model. */
final class ModelErrors {

    /** Nobody waits longer than this in a conversation. */
    static final Duration LONGEST_DELAY = Duration.ofSeconds(30);

    private ModelErrors() {}

    /**
     * The error of the step, if the model has said nothing yet: a {@link TransientException} if the call may succeed
     * within the longest delay.
     */
    static RuntimeException beforeTheFirstToken(Throwable error) {
        RetryLaterException later = (RetryLaterException) cause(error, RetryLaterException.class::isInstance);
        if (later != null) {
            return later.delay().compareTo(LONGEST_DELAY) <= 0
                    ? new TransientException(reason(later), error, later.delay())
                    : new ModelFailedException(reason(later), error);
        }
        return isPassing(error)
                ? new TransientException(reason(error), error)
                : new ModelFailedException(reason(error), error);
    }

    /** Returns what happened, as a sentence: the message of the error, or of the first of its causes that has one. */
    static String reason(Throwable error) {
        Throwable told = cause(error, one -> !message(one).isEmpty());
        String reason = told == null ? error.getClass().getSimpleName() : message(told);
        return reason.endsWith(".") ? reason : reason + ".";
    }

    private static String message(Throwable error) {
        return Objects.requireNonNullElse(error.getMessage(), "").strip();
    }

    private static boolean isPassing(Throwable error) {
        if (cause(error, NonRetriableException.class::isInstance) != null) {
            return false;
        }
        return cause(error, ModelErrors::isPassingItself) != null;
    }

    private static boolean isPassingItself(Throwable error) {
        if (error instanceof HttpException http) {
            int status = http.statusCode();
            return status == 408 || status == 409 || status == 429 || status >= 500;
        }
        return error instanceof RetriableException || error instanceof IOException;
    }

    private static @Nullable Throwable cause(Throwable error, Predicate<Throwable> isIt) {
        @Nullable Throwable one = error;
        while (one != null && !isIt.test(one)) {
            one = one.getCause() == one ? null : one.getCause();
        }
        return one;
    }
}
