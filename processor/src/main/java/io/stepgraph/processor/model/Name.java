package io.stepgraph.processor.model;

/** A string in an annotation that names a step, an interrupt, {@code END} or {@code FAIL}. */
public record Name(String text, Place place) {

    /** The text of {@code StepGraph.END}. */
    public static final String END = "<end>";

    /** The text of {@code StepGraph.FAIL}. */
    public static final String FAIL = "<fail>";

    /** Stands in place of a text that the compiler could not read, and reports itself. */
    public static final String UNREADABLE = "<error>";

    public boolean isUnreadable() {
        return text.equals(UNREADABLE);
    }

    /** Whether it can name something. */
    public boolean isNamed() {
        return !text.isEmpty() && !isUnreadable();
    }

    public boolean isEnd() {
        return text.equals(END);
    }

    public boolean isFail() {
        return text.equals(FAIL);
    }

    /** Whether the run is over there, done or failed. */
    public boolean isExit() {
        return isEnd() || isFail();
    }

    /** The name as a message shows it. */
    public String shown() {
        return isEnd() ? "END" : isFail() ? "FAIL" : "'" + text + "'";
    }
}
