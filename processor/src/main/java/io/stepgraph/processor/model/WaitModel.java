package io.stepgraph.processor.model;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The part of a step that only waits have.
 *
 * @param length null if the method computes it
 */
public record WaitModel(@Nullable Length length) {

    private static final Duration SHORTEST_BOUND = Duration.ofSeconds(1);

    /** Whether a loop through it may last: a run begins a new count of its steps after it, if it is not too short. */
    public boolean isBound() {
        return length == null || length.parsed() == null || length.parsed().compareTo(SHORTEST_BOUND) >= 0;
    }
}
