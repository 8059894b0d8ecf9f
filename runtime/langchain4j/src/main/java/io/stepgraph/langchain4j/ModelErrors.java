package io.stepgraph.langchain4j;

import dev.langchain4j.exception.HttpException;
import dev.langchain4j.exception.NonRetriableException;
import dev.langchain4j.exception.RetriableException;
import io.stepgraph.runtime.TransientException;
import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads the errors of a model. */
final class ModelErrors {
    private static final JsonMapper JSON = new JsonMapper();

    /** What providers say in the midst of a stream, where an error has no status of HTTP. */
    private static final Pattern MAY_PASS = Pattern.compile("overloaded|server_error|rate_limit|\"api_error\"");

    private ModelErrors() {}

    /** Returns the error of the step, if the model has shown nothing yet. */
    static RuntimeException beforeTheFirstPiece(Throwable error, Duration longestDelay) {
        Duration delay = delay(error);
        String reason = reason(error);
        if (causes(error).anyMatch(ModelErrors::stays)
                || (delay == null && causes(error).noneMatch(ModelErrors::mayPass))) {
            return new ModelException(reason, error);
        }
        if (delay != null && delay.compareTo(longestDelay) > 0) {
            return new ModelException(
                    "The provider asks to wait " + words(delay) + ", and at most " + words(longestDelay)
                            + " are waited for. " + reason,
                    error);
        }
        return new TransientException(reason, error, delay);
    }

    private static boolean stays(Throwable error) {
        return error instanceof NonRetriableException
                || (error instanceof HttpException http && !mayPass(http.statusCode()));
    }

    private static boolean mayPass(int status) {
        return status == 408 || status == 409 || status == 429 || status >= 500;
    }

    private static boolean mayPass(Throwable error) {
        return error instanceof HttpException // of a status that does not stay
                || error instanceof RetriableException
                || error instanceof IOException
                || MAY_PASS.matcher(message(error)).find();
    }

    /** Returns what the innermost cause asks for: that of the header, if there is one. */
    private static @Nullable Duration delay(Throwable error) {
        return causes(error)
                .map(one -> one instanceof RetryLaterException later ? later.delay() : RetryDelay.inWords(message(one)))
                .filter(Objects::nonNull)
                .reduce((outer, inner) -> inner)
                .orElse(null);
    }

    /** Returns what happened, as a sentence: the words of the innermost cause that has any. */
    static String reason(Throwable error) {
        String reason = causes(error)
                .map(ModelErrors::message)
                .filter(message -> !message.isEmpty())
                .reduce((outer, inner) -> inner)
                .map(ModelErrors::told)
                .orElse(error.getClass().getSimpleName());
        return reason.endsWith(".") ? reason : reason + ".";
    }

    private static String message(Throwable error) {
        String message = Objects.requireNonNullElse(error.getMessage(), "").strip();
        return message.isEmpty() && error instanceof HttpException http ? "HTTP " + http.statusCode() : message;
    }

    /** Providers tell JSON with a message for people in it. */
    private static String told(String text) {
        try {
            JsonNode message = JSON.readTree(text).findValue("message");
            return message == null ? text : message.asString(text);
        } catch (JacksonException noJson) {
            return text;
        }
    }

    private static Stream<Throwable> causes(Throwable error) {
        return Stream.iterate(error, Objects::nonNull, Throwable::getCause);
    }

    /** Returns a time for people. */
    static String words(Duration time) {
        return time.toMillisPart() == 0 ? time.toSeconds() + " seconds" : time.toMillis() + " milliseconds";
    }
}
