package io.stepgraph.jdbc;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Measures for how long a store has seen rows unchanged, by its own monotonic clock. By this it judges the leases and
 * calls of owners whose clock it cannot read or may not trust (L1). It knows the 10,000 rows that it saw last; a row
 * that it has forgotten counts from the beginning again. Safe for use by many threads.
 */
public final class Sightings {
    private static final int MOST = 10_000;

    private final LongSupplier millis;
    private final Map<Object, Long> first = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Object, Long> eldest) {
            return size() > MOST;
        }
    };

    /** None so far. */
    public Sightings(LongSupplier millis) {
        this.millis = millis;
    }

    /**
     * Returns the time that is left of something that lasts this long after its row was first seen.
     *
     * @param row names the row as it is now: after a change it has another name
     * @param length how long it lasts, in milliseconds
     * @return the milliseconds that are left; zero or negative if it is over
     */
    public synchronized long left(Object row, long length) {
        long now = millis.getAsLong();
        return length - (now - first.computeIfAbsent(row, unknown -> now));
    }
}
