package io.stepgraph.runtime;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Options of a start besides the state and the input: the labels of the run, and when a queued run may begin. The
 * store keeps them with a new run. If there is a run with the id already, they have no effect and are not compared.
 * Immutable.
 *
 * <pre>{@code
 * runs.with(StartOptions.NONE.label("order", "42").startAfter(Duration.ofHours(1)))
 *     .enqueue("refund-42", refund);
 * }</pre>
 */
public final class StartOptions {
    /** No options. */
    public static final StartOptions NONE = new StartOptions(Map.of(), null, null);

    private static final int MOST_LABELS = 32;

    private final Map<String, String> labels;
    private final @Nullable Instant startAt;
    private final @Nullable Duration startAfter;

    private StartOptions(Map<String, String> labels, @Nullable Instant startAt, @Nullable Duration startAfter) {
        this.labels = labels;
        this.startAt = startAt;
        this.startAfter = startAfter;
    }

    /**
     * Returns the same options with one more label. Lists show the labels and can filter by them, and the event of the
     * start has them.
     *
     * @param name 1 to 200 characters; a label with the same name is replaced
     * @param value 1 to 200 characters
     * @throws IllegalArgumentException if the run would have more than 32 labels
     */
    public StartOptions label(String name, String value) {
        Map<String, String> more = new TreeMap<>(labels);
        more.put(
                Names.checked(name, "name", "The name of a label"),
                Names.checked(value, "value", "The value of the label '" + name + "'"));
        if (more.size() > MOST_LABELS) {
            throw new IllegalArgumentException("A run has at most " + MOST_LABELS + " labels; '" + name
                    + "' is one more. Keep further values in the state of the run.");
        }
        return new StartOptions(Collections.unmodifiableMap(more), startAt, startAfter);
    }

    /**
     * Returns the same options for a queued run that begins at this time or later. Only {@code enqueue} takes it.
     *
     * @param time by the clock of the store; a time in the past means now, and one after the year 9999 means its end
     */
    public StartOptions startAt(Instant time) {
        return new StartOptions(labels, Objects.requireNonNull(time, "time"), null);
    }

    /**
     * Returns the same options for a queued run that begins after this delay. Only {@code enqueue} takes it.
     *
     * @param delay from the moment at which the run is stored; not negative
     */
    public StartOptions startAfter(Duration delay) {
        if (delay.isNegative()) {
            throw new IllegalArgumentException("startAfter must be zero or more, not " + delay + ".");
        }
        return new StartOptions(labels, null, delay);
    }

    /** The labels by name, in alphabetical order; cannot be changed. */
    public Map<String, String> labels() {
        return labels;
    }

    /** Returns the earliest time at which the run begins; null if no time was given. */
    public @Nullable Instant startAt() {
        return startAt;
    }

    /** The delay after which the run begins at the earliest; null if none was given. */
    public @Nullable Duration startAfter() {
        return startAfter;
    }
}
