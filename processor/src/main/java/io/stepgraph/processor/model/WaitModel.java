package io.stepgraph.processor.model;

import org.jspecify.annotations.Nullable;

/**
 * The part of a step that only waits have.
 *
 * @param length null if the method computes it
 */
public record WaitModel(@Nullable Length length) {

    /** Whether a loop through it may last. */
    public boolean isBound() {
        return length == null || length.isBound();
    }
}
