package io.stepgraph.internal.step;

import io.stepgraph.runtime.TransientException;
import io.stepgraph.runtime.graph.RetryPolicy;
import java.time.Duration;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Computes the wait before the next attempt (R6). */
final class Backoff {
    private Backoff() {}

    /** The delay after the present attempt, which threw this exception. */
    static Duration delay(StepCursor<?, ?> cursor, Throwable thrown, RandomGenerator random) {
        RetryPolicy retry = cursor.step.spec.retry();
        if (retry == null) {
            return Duration.ZERO;
        }
        Duration after = thrown instanceof TransientException passing ? passing.retryAfter() : null;
        return delay(retry, cursor.attempt, after, random.nextDouble());
    }

    /**
     * The delay after an attempt: the backoff grown and capped, less a random part of it, and not less than the far
     * side asked for, which the cap still holds.
     *
     * @param failed the attempt that failed, counted from 1
     * @param retryAfter the delay that the remote system asked for; null if none
     * @param random from 0 to 1
     */
    static Duration delay(RetryPolicy retry, int failed, @Nullable Duration retryAfter, double random) {
        long cap = retry.maxBackoffMillis();
        double grown = retry.backoffMillis() * Math.pow(retry.factor(), failed - 1.0);
        // A delay of zero times an unbounded factor is NaN.
        double capped = grown < cap ? grown : Double.isNaN(grown) ? 0 : cap;
        Duration delay = Duration.ofMillis(Math.round(capped * (1 - retry.jitter() * random)));
        if (retryAfter == null || retryAfter.compareTo(delay) <= 0) {
            return delay;
        }
        Duration longest = Duration.ofMillis(cap);
        return retryAfter.compareTo(longest) < 0 ? retryAfter : longest;
    }
}
