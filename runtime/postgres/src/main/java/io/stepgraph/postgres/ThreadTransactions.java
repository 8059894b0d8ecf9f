package io.stepgraph.postgres;

import io.stepgraph.runtime.CheckpointWork;
import java.sql.Connection;
import org.jspecify.annotations.Nullable;

/**
 * The transactions that a framework binds to the threads of the program, as Spring does. A store that knows of them
 * takes part in the program's transactions (T1), and lets the program's data source take part in those of its
 * checkpoints (E8). Any thread may call it.
 *
 * @see PostgresStoreBuilder#transactions
 */
public interface ThreadTransactions {

    /**
     * The transaction that the calling thread is in.
     *
     * @return its connection; null if there is none in the database of the store
     */
    @Nullable Connection current();

    /**
     * Calls {@code work.execute(connection)}, and lets the program's data source give the calling thread this
     * connection meanwhile.
     *
     * @param connection the connection of a transaction, which the store ends
     * @param work the work of the program
     * @throws Exception what the work throws
     */
    void execute(Connection connection, CheckpointWork work) throws Exception;
}
