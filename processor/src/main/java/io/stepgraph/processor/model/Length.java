package io.stepgraph.processor.model;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A duration in an annotation.
 *
 * @param text as the user wrote it, which is how it is shown wherever a person sees it
 * @param parsed null if the text is not a duration
 */
public record Length(String text, @Nullable Duration parsed, Place place) {

    private static final Duration SHORTEST_BOUND = Duration.ofSeconds(1);

    /** Whether a run begins a new count of its steps after it, so that a loop through it may last. */
    public boolean isBound() {
        return parsed == null || parsed.compareTo(SHORTEST_BOUND) >= 0;
    }

    public long millis() {
        return parsed == null ? 0 : parsed.toMillis();
    }
}
