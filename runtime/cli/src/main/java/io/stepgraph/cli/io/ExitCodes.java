package io.stepgraph.cli.io;

import io.stepgraph.runtime.StepgraphException;

/** The exit codes of the command line. */
public final class ExitCodes {
    /** The command is done. */
    public static final int DONE = 0;

    /** The command was refused, for example because there is no such run. */
    public static final int REFUSED = 1;

    /** The command line is wrong. */
    public static final int USAGE = 2;

    /** The store cannot be reached or read. */
    public static final int STORE = 3;

    /** An error that nobody expected. */
    public static final int UNEXPECTED = 4;

    /** The output could not be written. */
    public static final int OUTPUT = 5;

    private ExitCodes() {}

    /** The exit code of an error. */
    public static int of(Throwable error) {
        if (error instanceof ClosedPipeException) {
            return DONE;
        }
        if (error instanceof UnwritableOutputException) {
            return OUTPUT;
        }
        if (error instanceof UnreachableStoreException) {
            return STORE;
        }
        if (error instanceof StepgraphException known) {
            return switch (known.code()) {
                case STORE_UNAVAILABLE, STORE_CLOSED, INCOMPATIBLE_STORE, CORRUPT_CHECKPOINT -> STORE;
                default -> REFUSED;
            };
        }
        return error instanceof Refusal ? REFUSED : UNEXPECTED;
    }
}
