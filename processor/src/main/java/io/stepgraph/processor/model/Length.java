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

    public long millis() {
        return parsed == null ? 0 : parsed.toMillis();
    }
}
