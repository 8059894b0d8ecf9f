package io.stepgraph.runtime.graph;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The time at which a run continues by itself: an instant of the wall clock, or a delay from the moment at which it is
 * stored. One of the two is null. Immutable.
 *
 * @param at the instant
 * @param in the delay
 */
public record Due(@Nullable Instant at, @Nullable Duration in) {

    /** Refuses both, and neither. */
    public Due {
        if ((at == null) == (in == null)) {
            throw new IllegalArgumentException("A time is either an instant or a delay.");
        }
    }

    /** Returns an instant. */
    public static Due at(Instant time) {
        return new Due(Objects.requireNonNull(time), null);
    }

    /** Returns a delay. */
    public static Due in(Duration delay) {
        return new Due(null, Objects.requireNonNull(delay));
    }

    /** Returns the instant, if it is stored now. */
    public Instant from(Instant now) {
        return at != null ? at : now.plus(Objects.requireNonNull(in));
    }

    /** Returns how long it is until then; not positive if the time is over. */
    public Duration after(Instant now) {
        return in != null ? in : Duration.between(now, Objects.requireNonNull(at));
    }
}
