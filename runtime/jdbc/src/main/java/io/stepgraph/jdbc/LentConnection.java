package io.stepgraph.jdbc;

import io.stepgraph.runtime.CheckpointWork;
import io.stepgraph.runtime.CheckpointWorkException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A store's connection, as the program's work at a checkpoint may use it: the transaction and the settings stay the store's (E8).
 */
public final class LentConnection implements InvocationHandler {
    private static final Set<String> REFUSED =
            Set.of("commit", "abort", "setAutoCommit", "setReadOnly", "setTransactionIsolation", "setNetworkTimeout");

    private final Connection connection;
    private volatile boolean isOver;

    private LentConnection(Connection connection) {
        this.connection = connection;
    }

    /** Work that may throw what the program throws. */
    public interface Caller {
        /** Calls the work with the connection that it may use. */
        void call(CheckpointWork work, Connection lent) throws Exception;
    }

    /**
     * Executes work in the connection's transaction.
     *
     * @param caller calls the work, for a framework that has to know of the connection
     * @throws CheckpointWorkException for whatever the work throws
     */
    public static void lend(Connection connection, CheckpointWork work, Caller caller) {
        LentConnection handler = new LentConnection(connection);
        Connection lent = (Connection) Proxy.newProxyInstance(
                LentConnection.class.getClassLoader(), new Class<?>[] {Connection.class}, handler);
        try {
            CheckpointWorkException.execute(to -> caller.call(work, to), lent);
        } finally {
            handler.isOver = true;
        }
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] arguments)
            throws Throwable {
        String name = method.getName();
        boolean rollsBackAll = name.equals("rollback") && method.getParameterCount() == 0;
        if (name.equals("close")) {
            return null;
        }
        if (name.equals("isClosed") && isOver) {
            return true;
        }
        if (isOver && method.getDeclaringClass() != Object.class) {
            throw new SQLException("The connection was lent to the work of a checkpoint, which is over.");
        }
        if (rollsBackAll || REFUSED.contains(name)) {
            throw new SQLException("The transaction of a checkpoint belongs to the store, so " + name
                    + " was not called. To undo it, throw an exception.");
        }
        try {
            return method.invoke(connection, arguments);
        } catch (InvocationTargetException thrown) {
            throw thrown.getCause() == null ? thrown : thrown.getCause();
        }
    }
}
