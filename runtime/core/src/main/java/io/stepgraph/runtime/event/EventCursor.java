package io.stepgraph.runtime.event;

/**
 * A place in the log of one run: after an event. It can be kept as text, such as the {@code id} of a server-sent event,
 * and works in any process.
 *
 * @param runNumber the number of the run among all runs of its store, never used again, so that a deleted run differs
 *     from a later run with the same id; 0 before the run is started
 * @param sequence the number of the last event that is known; 0 before the first
 */
public record EventCursor(long runNumber, long sequence) {

    /**
     * The cursor before the first event of any run: also the place of a heartbeat of a run that has not been started
     * yet.
     */
    public static final EventCursor BEGINNING = new EventCursor(0, 0);

    /**
     * A place in a log.
     *
     * @throws IllegalArgumentException if the number is negative
     */
    public EventCursor {
        if (sequence < 0) {
            throw new IllegalArgumentException(
                    "Events are numbered from 1; there is no event number " + sequence + ".");
        }
    }

    /**
     * Reads the text of {@link #toString}.
     *
     * @param text the text
     * @return the cursor
     * @throws IllegalArgumentException if the text is not a cursor
     */
    public static EventCursor parse(String text) {
        int dash = text.indexOf('-');
        try {
            if (dash > 0) {
                return new EventCursor(
                        Long.parseLong(text.substring(0, dash)), Long.parseLong(text.substring(dash + 1)));
            }
        } catch (NumberFormatException malformed) {
            throw new IllegalArgumentException(noCursor(text), malformed);
        }
        throw new IllegalArgumentException(noCursor(text));
    }

    private static String noCursor(String text) {
        return "'" + text + "' is not a cursor; use the text that EventCursor.toString() returned.";
    }

    /** The cursor as a short text that is safe in a URL, for {@link #parse}. */
    @Override
    public String toString() {
        return runNumber + "-" + sequence;
    }
}
