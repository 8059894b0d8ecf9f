package io.stepgraph.runtime;

import java.sql.Connection;

/**
 * The program's own rows of a checkpoint: statements in the transaction that commits a step.
 * {@link StepContext#atCheckpoint} says when it is executed.
 */
@FunctionalInterface
public interface CheckpointWork {

    /**
     * Executes statements.
     *
     * <p>If this lasts longer than a third of the lease, its statement is cancelled, its thread is interrupted, and the
     * step fails with an {@link java.sql.SQLTimeoutException}.
     *
     * @param connection the connection of the transaction, which belongs to the store: it refuses to commit, to roll
     *     back, except to a savepoint, and to change its settings, also as SQL; {@code close} does nothing. It must not
     *     be used after this call
     * @throws Exception if the step is to fail. Nothing of the transaction is stored then
     */
    void execute(Connection connection) throws Exception;
}
