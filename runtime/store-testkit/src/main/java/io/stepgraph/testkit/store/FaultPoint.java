package io.stepgraph.testkit.store;

import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A fault that happens to a process at a {@linkplain CrashPoints place}, at one of its visits there.
 *
 * @param action the fault
 * @param place the place: {@code before-commit}, {@code after-acquire}, or a name that the program gave
 * @param time which time, counted from 1 through all threads of the process
 */
public record FaultPoint(Action action, String place, int time) {
    private static final Pattern TEXT = Pattern.compile("(\\w+):([^#,]+)#(\\d+)");

    /** The kinds of faults. */
    public enum Action {
        /** The process dies at once, as by {@code kill -9}: no shutdown hook, no finally. */
        HALT,
        /** The thread ends the process with {@link System#exit}, and its code is 1: shutdown hooks are executed. */
        EXIT,
        /**
         * The thread pauses: a file with the name of the place and the visit appears in the folder, and the thread
         * continues after the file is removed.
         */
        PAUSE,
        /**
         * Before a call of the store: the call does not arrive. After it: the call has arrived, and its reply is lost.
         * The caller sees {@link io.stepgraph.runtime.StoreUnavailableException} in both cases.
         */
        SILENCE,
        /**
         * Before a call of the store: the caller sees {@link io.stepgraph.runtime.StoreUnavailableException}, and the
         * call arrives after all, once the next call of that thread has been answered.
         */
        DELAY
    }

    /** A cut. */
    public FaultPoint {
        Objects.requireNonNull(action, "action");
        if (time < 1 || !TEXT.matcher(action + ":" + place + "#" + time).matches()) {
            throw new IllegalArgumentException("'" + place + "#" + time + "' is not a place and time.");
        }
        boolean fits = switch (action) {
            case HALT, EXIT, PAUSE -> true;
            case SILENCE -> place.startsWith(CrashPoints.BEFORE) || place.startsWith(CrashPoints.AFTER);
            case DELAY -> place.startsWith(CrashPoints.BEFORE);
        };
        if (!fits) {
            throw new IllegalArgumentException(action + " is nothing that can happen at '" + place + "'.");
        }
    }

    /** The process dies there. */
    public static FaultPoint halt(String place, int time) {
        return new FaultPoint(Action.HALT, place, time);
    }

    /** The thread that comes there ends the process. */
    public static FaultPoint exit(String place, int time) {
        return new FaultPoint(Action.EXIT, place, time);
    }

    /** The thread that comes there waits. */
    public static FaultPoint pause(String place, int time) {
        return new FaultPoint(Action.PAUSE, place, time);
    }

    /** The store does not answer there. */
    public static FaultPoint silence(String place, int time) {
        return new FaultPoint(Action.SILENCE, place, time);
    }

    /** The call arrives late. */
    public static FaultPoint delay(String place, int time) {
        return new FaultPoint(Action.DELAY, place, time);
    }

    /**
     * Reads the text of {@link #toString}.
     *
     * @param text such as {@code HALT:after-commit#3}
     * @return the cut
     * @throws IllegalArgumentException if the text is not a fault point
     */
    public static FaultPoint parse(String text) {
        Matcher parts = TEXT.matcher(text);
        if (!parts.matches()) {
            throw new IllegalArgumentException("'" + text + "' is not a cut; write one as in 'HALT:after-commit#3'.");
        }
        return new FaultPoint(Action.valueOf(parts.group(1)), parts.group(2), Integer.parseInt(parts.group(3)));
    }

    /** The place and time, as in {@code after-commit#3}: the name of the file of a pause. */
    public String at() {
        return place + "#" + time;
    }

    @Override
    public String toString() {
        return action + ":" + at();
    }
}
