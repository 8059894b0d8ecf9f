package io.stepgraph.processor.model;

/** A string in an annotation that names a step, an interrupt or {@code END}. */
public record Name(String text, Place place) {

    /** The text of {@code StepGraph.END}. */
    public static final String END = "<end>";

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
}
