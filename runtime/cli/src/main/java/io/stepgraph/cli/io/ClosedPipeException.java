package io.stepgraph.cli.io;

/** Nobody reads the output any more, as with {@code | head -1}. */
public final class ClosedPipeException extends RuntimeException {
    private static final long serialVersionUID = 1;

    ClosedPipeException() {
        super("Nobody reads the output any more.");
    }
}
