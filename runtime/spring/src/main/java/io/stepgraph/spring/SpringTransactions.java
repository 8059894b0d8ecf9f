package io.stepgraph.spring;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * The transactions that Spring has begun on a data source, whichever transaction manager did: that of JDBC or that of JPA.
 *
 * @param connections the data source
 */
record SpringTransactions(DataSource connections) {

    @Nullable Connection current() {
        if (!TransactionSynchronizationManager.isActualTransactionActive()
                || !(TransactionSynchronizationManager.getResource(connections) instanceof ConnectionHolder holder)) {
            return null;
        }
        Connection connection = holder.getConnection();
        return isInTransaction(connection) ? connection : null;
    }

    /** A transaction of another resource also keeps the connection that a query has used, which commits each statement. */
    private static boolean isInTransaction(Connection connection) {
        try {
            return !connection.getAutoCommit();
        } catch (SQLException closed) {
            throw new IllegalStateException("The connection of the transaction cannot be used.", closed);
        }
    }
}
