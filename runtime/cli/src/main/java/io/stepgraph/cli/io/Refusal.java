package io.stepgraph.cli.io;

/** The command was refused, and nothing was changed. The message is for the person who gave it. */
public final class Refusal extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** A refusal that says why, and what to do. */
    public Refusal(String message) {
        super(message);
    }
}
