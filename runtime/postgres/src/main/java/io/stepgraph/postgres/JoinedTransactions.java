package io.stepgraph.postgres;

import io.stepgraph.jdbc.LentConnection;
import io.stepgraph.jdbc.WorkTurns;
import io.stepgraph.runtime.CheckpointWork;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Which transaction of the program a thread is in: one that it has named, that of the checkpoint whose work it
 * executes, or one that a framework has bound to it.
 */
final class JoinedTransactions {
    @SuppressWarnings("ThreadLocalUsage") // a thread may be in transactions of two stores
    private final ThreadLocal<@Nullable Connection> named = new ThreadLocal<>();

    private final @Nullable ThreadTransactions bound;
    private final WorkTurns turns;

    JoinedTransactions(@Nullable ThreadTransactions bound, WorkTurns turns) {
        this.bound = bound;
        this.turns = turns;
    }

    /**
     * The connection of the transaction that this thread is in; null if it is in none.
     *
     * @throws IllegalArgumentException if the connection commits each statement
     */
    @Nullable Connection current() {
        Connection connection = named.get();
        if (connection == null && bound != null) {
            connection = bound.current();
        }
        if (connection != null && commitsEachStatement(connection)) {
            throw new IllegalArgumentException(
                    "The connection has no transaction to take part in, since it commits each statement."
                            + " Call setAutoCommit(false) first.");
        }
        return connection;
    }

    private static boolean commitsEachStatement(Connection connection) {
        try {
            return connection.getAutoCommit();
        } catch (SQLException closed) {
            throw new IllegalArgumentException("The connection is closed.", closed);
        }
    }

    /** Makes calls in a transaction that the program has begun. */
    void within(Connection transaction, Runnable calls) {
        Connection outer = named.get();
        named.set(transaction);
        try {
            calls.run();
        } finally {
            restore(outer);
        }
    }

    /** The turns of checkpoints that execute work. */
    WorkTurns turns() {
        return turns;
    }

    /** Executes work in the transaction of a checkpoint, in which the calls of the work take part. */
    void execute(LentConnection connection, CheckpointWork work) {
        connection.execute(lent -> {
            if (bound != null) {
                bound.execute(lent, work);
                return;
            }
            Connection outer = named.get();
            named.set(lent);
            try {
                work.execute(lent);
            } finally {
                restore(outer);
            }
        });
    }

    private void restore(@Nullable Connection outer) {
        if (outer == null) {
            named.remove();
        } else {
            named.set(outer);
        }
    }
}
