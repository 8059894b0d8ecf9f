package io.stepgraph.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.langchain4j.exception.AuthenticationException;
import dev.langchain4j.exception.HttpException;
import dev.langchain4j.exception.InternalServerException;
import dev.langchain4j.exception.RateLimitException;
import io.stepgraph.runtime.TransientException;
import java.io.IOException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The errors of a model: which may pass, and what is said about them. */
@Tag("K11")
@Tag("K12")
final class ModelErrorsTest {
    private static RuntimeException thrown(Throwable error) {
        return ModelErrors.beforeTheFirstPiece(error, Duration.ofSeconds(30));
    }

    private static RateLimitException refused(String body) {
        return new RateLimitException(new HttpException(429, body));
    }

    static Stream<Arguments> passing() {
        RetryLaterException header = new RetryLaterException(429, "Please try again in 1s.", Duration.ofMillis(1100));
        return Stream.of(
                arguments(refused("Too many requests"), null),
                arguments(new InternalServerException(new HttpException(529, "Overloaded")), null),
                arguments(new HttpException(408, "Timeout"), null),
                arguments(new CompletionException(new ConnectException()), null),
                arguments(new RuntimeException("{\"error\":{\"type\":\"overloaded_error\"}}"), null),
                arguments(new RuntimeException("Quota exceeded. Please retry in 17s."), Duration.ofSeconds(17)),
                arguments(refused("Please try again in 30s."), Duration.ofSeconds(30)),
                arguments(new RateLimitException("Please try again in 1s.", header), Duration.ofMillis(1100)));
    }

    @ParameterizedTest
    @MethodSource("passing")
    void an_error_may_pass_and_have_a_delay(Throwable error, @Nullable Duration delay) {
        assertThat(thrown(error))
                .hasCause(error)
                .isInstanceOfSatisfying(
                        TransientException.class,
                        passing -> assertThat(passing.retryAfter()).isEqualTo(delay));
    }

    static Stream<Throwable> staying() {
        return Stream.of(
                new AuthenticationException(new HttpException(401, "The key is wrong")),
                new HttpException(400, "The request is wrong. Do not try again in 2s"),
                new IllegalStateException("A mistake"),
                new NoClassDefFoundError("some/Type"));
    }

    @ParameterizedTest
    @MethodSource("staying")
    void an_error_may_stay(Throwable error) {
        assertThat(thrown(error)).isInstanceOf(ModelException.class).hasCause(error);
    }

    @Test
    void a_longer_delay_is_not_waited_for() {
        assertThat(thrown(refused("You have used up your quota. Please try again in 1h0m0s.")))
                .isInstanceOf(ModelException.class)
                .hasMessage("The provider asks to wait 3600 seconds, and at most 30 seconds are waited for. "
                        + "You have used up your quota. Please try again in 1h0m0s.");
    }

    static Stream<Arguments> reasons() {
        String json = "{\"error\": {\"type\": \"tokens\", \"message\": \"You said \\\"too much\\\".\", \"code\": 7}}";
        return Stream.of(
                arguments(new CompletionException(new IOException("The line is lost")), "The line is lost."),
                arguments(refused(json), "You said \"too much\"."),
                arguments(new HttpException(503, ""), "HTTP 503."),
                arguments(new IllegalStateException(), "IllegalStateException."));
    }

    @ParameterizedTest
    @MethodSource("reasons")
    void the_reason_is_a_sentence_of_the_innermost_cause(Throwable error, String reason) {
        assertThat(ModelErrors.reason(error)).isEqualTo(reason);
    }
}
