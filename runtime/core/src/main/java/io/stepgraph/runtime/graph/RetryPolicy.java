package io.stepgraph.runtime.graph;

import io.stepgraph.runtime.TransientException;
import java.util.List;

/**
 * The rule by which a failed step is tried again: {@code @Retry} as data.
 *
 * @param attempts tries in all, the first included
 * @param backoffMillis the delay before the second attempt
 * @param factor the growth of the delay from attempt to attempt
 * @param maxBackoffMillis the longest delay
 * @param jitter the part of the delay left to chance, from 0 to 1
 * @param on exception types that are retried besides {@link TransientException} and timeouts
 */
public record RetryPolicy(
        int attempts,
        long backoffMillis,
        double factor,
        long maxBackoffMillis,
        double jitter,
        List<Class<? extends Throwable>> on) {

    /** Copies the list. */
    public RetryPolicy {
        on = List.copyOf(on);
    }
}
