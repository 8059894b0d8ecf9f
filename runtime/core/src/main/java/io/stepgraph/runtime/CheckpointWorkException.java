package io.stepgraph.runtime;

import java.sql.Connection;
import java.util.Objects;

/**
 * Thrown by a store when the program's work at a checkpoint has thrown an exception, once the transaction is rolled
 * back; the run loop fails the step with the exception of the work (E8).
 */
public final class CheckpointWorkException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception for an error that appears only at the end of the transaction.
     *
     * @param thrown what the work threw, or would have
     */
    public CheckpointWorkException(Throwable thrown) {
        super("The work at the checkpoint failed", thrown, false, false);
    }

    /** Returns what the work threw. */
    public Throwable thrown() {
        return Objects.requireNonNull(getCause());
    }

    /**
     * Executes work, and tells its exceptions from those of the store.
     *
     * @param connection the connection of the commit, as the work may use it
     * @throws CheckpointWorkException for whatever the work throws
     */
    public static void execute(CheckpointWork work, Connection connection) {
        try {
            work.execute(connection);
        } catch (Throwable thrown) {
            throw new CheckpointWorkException(thrown);
        }
    }
}
