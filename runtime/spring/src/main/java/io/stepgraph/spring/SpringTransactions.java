package io.stepgraph.spring;

import io.stepgraph.postgres.ThreadTransactions;
import io.stepgraph.runtime.CheckpointWork;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.transaction.UnexpectedRollbackException;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionSynchronizationUtils;

/**
 * The transactions that Spring has begun on a data source, whichever transaction manager did: that of JDBC or that of
 * JPA.
 *
 * @param connections the data source
 */
record SpringTransactions(DataSource connections) implements ThreadTransactions {

    @Override
    public @Nullable Connection current() {
        if (!TransactionSynchronizationManager.isActualTransactionActive()
                || !TransactionSynchronizationManager.isSynchronizationActive()
                || !(TransactionSynchronizationManager.getResource(connections) instanceof ConnectionHolder holder)) {
            return null;
        }
        Connection connection = holder.getConnection();
        return isInTransaction(connection) && !Joined.to(holder).isCommitted ? connection : null;
    }

    /**
     * Knows whether a transaction is committed. Spring keeps its connection with the thread until it has called all who
     * wait for the commit, but what they write there is not committed any more.
     */
    private static final class Joined implements TransactionSynchronization {
        private final ConnectionHolder holder;
        private boolean isCommitted;

        private Joined(ConnectionHolder holder) {
            this.holder = holder;
        }

        static Joined to(ConnectionHolder holder) {
            for (TransactionSynchronization each : TransactionSynchronizationManager.getSynchronizations()) {
                if (each instanceof Joined joined && joined.holder == holder) {
                    return joined;
                }
            }
            Joined first = new Joined(holder);
            TransactionSynchronizationManager.registerSynchronization(first);
            return first;
        }

        @Override
        public int getOrder() {
            return HIGHEST_PRECEDENCE;
        }

        @Override
        public void afterCommit() {
            isCommitted = true;
        }

        /**
         * Completes the call that joined. If the first call that joined was made after the commit, this object was not
         * told of it, and commits the call.
         */
        @Override
        public void afterCompletion(int status) {
            if (status == STATUS_COMMITTED && !isCommitted) {
                try {
                    holder.getConnection().commit();
                } catch (SQLException failed) {
                    throw new IllegalStateException("What was written after the commit could not be stored.", failed);
                }
            }
        }
    }

    /**
     * A transaction of another resource also keeps the connection that a query has used, which commits each statement.
     */
    private static boolean isInTransaction(Connection connection) {
        try {
            return !connection.getAutoCommit();
        } catch (SQLException closed) {
            throw new IllegalStateException("The connection of the transaction cannot be used.", closed);
        }
    }

    /**
     * Meanwhile, the thread keeps what Spring has bound to it outside of a transaction, as in a method with SUPPORTS.
     */
    @Override
    public void execute(Connection connection, CheckpointWork work) throws Exception {
        if (TransactionSynchronizationManager.isActualTransactionActive()) {
            throw new IllegalStateException(
                    "The thread that executes the step is in a transaction of another data source, so the"
                            + " rows of the step cannot have one of their own. Call enqueue instead, or start the run outside.");
        }
        if (!TransactionSynchronizationManager.isSynchronizationActive()) {
            executeInTransaction(connection, work);
            return;
        }
        List<TransactionSynchronization> outer = TransactionSynchronizationManager.getSynchronizations();
        outer.forEach(TransactionSynchronization::suspend);
        TransactionSynchronizationManager.clearSynchronization();
        try {
            executeInTransaction(connection, work);
        } finally {
            TransactionSynchronizationManager.initSynchronization();
            for (TransactionSynchronization suspended : outer) {
                suspended.resume();
                TransactionSynchronizationManager.registerSynchronization(suspended);
            }
        }
    }

    /**
     * Makes the connection that of a transaction which Spring neither commits nor rolls back. Who waits for the commit
     * is not called, since the store commits later: that is what the next step is for. Who waits for a rollback is
     * called if the work throws.
     */
    private void executeInTransaction(Connection connection, CheckpointWork work) throws Exception {
        ConnectionHolder holder = new ConnectionHolder(connection, true);
        holder.setSynchronizedWithTransaction(true);
        TransactionSynchronizationManager.bindResource(connections, holder);
        TransactionSynchronizationManager.initSynchronization();
        TransactionSynchronizationManager.setActualTransactionActive(true);
        int status = TransactionSynchronization.STATUS_ROLLED_BACK;
        try {
            work.execute(connection);
            if (holder.isRollbackOnly()) {
                throw new UnexpectedRollbackException(
                        "A transaction that the step's rows take part in was rolled back.");
            }
            refuseJpa();
            TransactionSynchronizationUtils.triggerBeforeCommit(false);
            status = TransactionSynchronization.STATUS_UNKNOWN;
        } finally {
            TransactionSynchronizationUtils.triggerBeforeCompletion();
            List<TransactionSynchronization> waiting = TransactionSynchronizationManager.getSynchronizations();
            TransactionSynchronizationManager.clearSynchronization();
            TransactionSynchronizationManager.setActualTransactionActive(false);
            TransactionSynchronizationManager.unbindResource(connections);
            TransactionSynchronizationUtils.invokeAfterCompletion(waiting, status);
        }
    }

    /** An entity manager has a connection of its own here, and nothing would write what it was told to persist. */
    private static void refuseJpa() {
        for (TransactionSynchronization each : TransactionSynchronizationManager.getSynchronizations()) {
            if (each.getClass().getName().startsWith("org.springframework.orm.")) {
                throw new IllegalStateException(
                        "The work has used an EntityManager, which takes no part in the transaction of a checkpoint."
                                + " Use JdbcTemplate, JdbcClient or the connection that the work gets.");
            }
        }
    }
}
