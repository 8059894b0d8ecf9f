package io.stepgraph.cli.io;

import io.stepgraph.runtime.CorruptCheckpointException;
import io.stepgraph.runtime.IncompatibleStoreException;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.StoreClosedException;
import io.stepgraph.runtime.StoreUnavailableException;

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
        if (error instanceof UnreachableStoreException
                || error instanceof StoreUnavailableException
                || error instanceof StoreClosedException
                || error instanceof IncompatibleStoreException
                || error instanceof CorruptCheckpointException) {
            return STORE;
        }
        return error instanceof Refusal || error instanceof StepgraphException ? REFUSED : UNEXPECTED;
    }
}
