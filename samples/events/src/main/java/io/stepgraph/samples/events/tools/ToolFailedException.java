package io.stepgraph.samples.events.tools;

/** A tool cannot do what the model wants. The message tells the model why. */
public final class ToolFailedException extends Exception {
    private static final long serialVersionUID = 1;

    /**
     * An exception with a reason.
     *
     * @param reason the reason
     */
    public ToolFailedException(String reason) {
        super(reason);
    }
}
