package io.stepgraph.internal.codec;

/**
 * Decides which writes are read back and compared (R5): the first, the second, the fourth, the eighth and so on. The
 * first alone is not enough, because a run often starts with little in its state; all of them together cost almost
 * nothing.
 */
final class ReadBackSchedule {

    // Races are harmless: a check more or less.
    private int passed;

    /** Whether the next write is to be compared. A write that fails does not count: the next one is compared again. */
    boolean areDue() {
        int next = passed + 1;
        return (next & passed) == 0;
    }

    /** A write was stored, or found to be storable. */
    void passed() {
        passed++;
    }
}
