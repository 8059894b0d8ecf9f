package io.stepgraph.cli.io;

/** The output could not be written, as on a full disk. */
public final class UnwritableOutputException extends RuntimeException {
    private static final long serialVersionUID = 1;

    UnwritableOutputException(String why, Throwable cause) {
        super(
                "The output could not be written. If the command changes something, look whether it has, before you"
                        + " repeat it. (" + why + ")",
                cause);
    }
}
