package io.stepgraph.jdbc;

import io.stepgraph.runtime.CheckpointWork;
import io.stepgraph.runtime.CheckpointWorkException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A store's connection, as the program's work at a checkpoint may use it: the transaction and the settings stay the store's (E8).
 */
public final class LentConnection implements InvocationHandler {
    private static final Set<String> REFUSED = Set.of("commit", "abort", "beginRequest", "endRequest");

    private final List<Statement> statements = new ArrayList<>();
    private final Connection connection;
    private volatile boolean isOver;

    private LentConnection(Connection connection) {
        this.connection = connection;
    }

    /**
     * Executes work in the connection's transaction, and closes the statements that it has left open.
     *
     * @throws CheckpointWorkException for whatever the work throws
     */
    public static void lend(Connection connection, CheckpointWork work) {
        LentConnection handler = new LentConnection(connection);
        Connection lent = (Connection) Proxy.newProxyInstance(
                LentConnection.class.getClassLoader(), new Class<?>[] {Connection.class}, handler);
        CheckpointWorkException.execute(
                to -> {
                    try {
                        work.execute(to);
                    } finally {
                        handler.end();
                    }
                },
                lent);
    }

    private void end() {
        isOver = true;
        for (Statement statement : statements) {
            try {
                statement.close();
            } catch (SQLException ignored) {
                // It says less than what the work has thrown, or the commit will.
            }
        }
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] arguments)
            throws Throwable {
        String name = method.getName();
        if (method.getDeclaringClass() == Object.class) {
            return switch (name) {
                case "equals" -> arguments != null && proxy == arguments[0];
                case "hashCode" -> System.identityHashCode(proxy);
                default -> "A connection that is lent to the work of a checkpoint: " + connection;
            };
        }
        if (name.equals("close")) {
            return null;
        }
        if (isOver) {
            if (name.equals("isClosed")) {
                return true;
            }
            throw new SQLException("The connection was lent to the work of a checkpoint, which is over.");
        }
        boolean rollsBackAll = name.equals("rollback") && method.getParameterCount() == 0;
        boolean isSetting = name.startsWith("set") && !name.equals("setSavepoint");
        if (rollsBackAll || isSetting || REFUSED.contains(name)) {
            throw new SQLException("The transaction of a checkpoint belongs to the store, so " + name
                    + " was not called. To undo it, throw an exception.");
        }
        try {
            Object result = method.invoke(connection, arguments);
            if (result instanceof Statement statement) {
                statements.add(statement);
            }
            return result;
        } catch (InvocationTargetException thrown) {
            throw thrown.getCause() == null ? thrown : thrown.getCause();
        }
    }
}
