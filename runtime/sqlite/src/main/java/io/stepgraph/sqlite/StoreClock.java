package io.stepgraph.sqlite;

/**
 * The time of a store, in milliseconds since 1970: it follows the machine's clock, but always moves forward. While the
 * machine's clock is behind, it runs at three quarters of the normal pace, by the time that has really passed, until both
 * agree. Not safe for use by many threads.
 */
final class StoreClock {
    private final MachineClock machine;

    /** A former time of the store and of the machine: the clock continues from it, at the slower pace. */
    private long time;

    private long from;

    /** When a note was looked at last. */
    private long lookedAt;

    private boolean hasLooked;

    StoreClock(MachineClock machine) {
        this.machine = machine;
        this.time = machine.millis();
        this.from = machine.elapsed();
    }

    /**
     * A time that was noted for other stores of the same file.
     *
     * @param time the store's time
     * @param machine the machine's time
     */
    record Note(long time, long machine) {
        private static final long YEAR_10000 = 253_402_300_800_000L;

        /** Whether clocks show such times; with others one could not even reckon. */
        boolean isPlausible() {
            return time >= 0 && time < YEAR_10000 && machine >= 0 && machine < YEAR_10000;
        }

        long ahead() {
            return time - machine;
        }
    }

    long now() {
        long elapsed = machine.elapsed();
        long slow = slow(elapsed);
        long millis = machine.millis();
        if (millis < slow) {
            return slow;
        }
        goOnFrom(millis, elapsed);
        return millis;
    }

    Note note() {
        return new Note(now(), machine.millis());
    }

    /** How far it is ahead of the machine's. */
    long ahead() {
        return note().ahead();
    }

    /** Goes on from a note, if that is farther on. */
    void goOnFrom(Note note) {
        long elapsed = machine.elapsed();
        long millis = machine.millis();
        long noted = note.time + threeQuarters(age(note, millis, elapsed));
        if (noted > slow(elapsed)) {
            goOnFrom(noted, elapsed);
        }
        lookedAt = elapsed;
        hasLooked = true;
    }

    /** The note that was looked at last is still the latest one. */
    void hasFoundUnchanged() {
        lookedAt = machine.elapsed();
    }

    /** How long ago it was noted, as far as can be known. */
    private long age(Note note, long millis, long elapsed) {
        long age = Math.max(0, millis - note.machine);
        if (hasLooked) {
            // It was looked at before. The machine's clock may have been set forward since.
            return Math.min(age, elapsed - lookedAt);
        }
        // A machine that is past the note may have had a clock that was behind and was put right: no time has passed by
        // that.
        return millis < note.time ? age : 0;
    }

    /** Whether the machine's clock has been set back since. */
    boolean isSetBackSince(Note note) {
        return machine.millis() < note.machine;
    }

    private void goOnFrom(long millis, long elapsed) {
        time = millis;
        from = elapsed;
    }

    private long slow(long elapsed) {
        return time + threeQuarters(elapsed - from);
    }

    private static long threeQuarters(long millis) {
        return millis * 3 / 4;
    }
}
