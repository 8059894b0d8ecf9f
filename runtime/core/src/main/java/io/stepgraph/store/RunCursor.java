package io.stepgraph.store;

import java.time.Instant;

/**
 * A place in a list of runs.
 *
 * @param at the time of the last run before it, in milliseconds since 1970; 0 where the order needs none
 * @param runNumber the number of that run
 */
public record RunCursor(long at, long runNumber) implements Comparable<RunCursor> {

    /** The place of a run in a list of this order. */
    public static RunCursor of(ListedRun run, RunQuery.Order order) {
        return new RunCursor(order == RunQuery.Order.CHANGED ? run.changedAt().toEpochMilli() : 0, run.runNumber());
    }

    /**
     * Reads a cursor.
     *
     * @param text what {@link #toString} gave
     * @throws IllegalArgumentException if no cursor has this text
     */
    public static RunCursor parse(String text) {
        int point = text.indexOf('.');
        try {
            return new RunCursor(
                    Long.parseLong(text, 0, Math.max(point, 0), 10),
                    Long.parseLong(text, point + 1, text.length(), 10));
        } catch (NumberFormatException | IndexOutOfBoundsException none) {
            throw new IllegalArgumentException(
                    "'" + text + "' is not a cursor of a list; pass the cursor of the previous page.", none);
        }
    }

    @Override
    public int compareTo(RunCursor other) {
        return at == other.at ? Long.compare(runNumber, other.runNumber) : Long.compare(at, other.at);
    }

    /** The time. */
    public Instant time() {
        return Instant.ofEpochMilli(at);
    }

    /** A text that {@link #parse} reads. */
    @Override
    public String toString() {
        return at + "." + runNumber;
    }
}
