package io.stepgraph;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Tries a failed step again. Only failures that may be temporary are retried: {@code TransientException} and its
 * subclasses, the types in {@link #on}, and timeouts. Every later attempt starts from the state as it was when the step
 * was entered; it does not see any change that a failed attempt made.
 *
 * <pre>{@code
 * @Step(next = "save")
 * @Retry(attempts = 3, backoff = "200ms", on = IOException.class)
 * void fetch(Page page) throws IOException { page.text = Files.readString(Path.of(page.address)); }
 * }</pre>
 *
 * <p>The delay before attempt n + 1 is {@code min(maxBackoff, backoff · factor^(n - 1))}, minus a random part of it, at
 * most the fraction {@link #jitter}:
 *
 * <pre>{@code
 * @Retry(attempts = 5, backoff = "1s", factor = 3, maxBackoff = "10s", jitter = 0) // after 1s, 3s, 9s and 10s
 * }</pre>
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.CLASS)
public @interface Retry {

    /**
     * The number of attempts in all, the first included.
     *
     * @return at least 1
     */
    int attempts();

    /**
     * The delay before the second attempt.
     *
     * @return a duration such as {@code "200ms"} or ISO-8601
     */
    String backoff() default "200ms";

    /**
     * The factor by which the delay grows with each attempt.
     *
     * @return at least 1
     */
    double factor() default 2;

    /**
     * The longest delay.
     *
     * @return a duration not below {@link #backoff}
     */
    String maxBackoff() default "30s";

    /**
     * The part of the delay that is left to chance, so that many runs do not retry in step.
     *
     * @return from 0, the full delay, to 1, anything between none and the full delay
     */
    double jitter() default 0.2;

    /**
     * Exceptions that are retried, in addition to {@code TransientException} and timeouts.
     *
     * @return exception types; their subclasses count too
     */
    Class<? extends Throwable>[] on() default {};
}
