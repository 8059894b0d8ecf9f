package io.stepgraph.jdbc;

import io.stepgraph.runtime.CheckpointWork;
import io.stepgraph.runtime.CheckpointWorkException;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.StepgraphException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Array;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A store's connection, as the program's work at a checkpoint may use it: the transaction, the settings and the time
 * stay the store's (E8). All that leads to a connection, such as {@link Statement#getConnection}, leads to this one.
 */
public final class LentConnection {
    private static final Set<String> REFUSED = Set.of("commit", "abort", "beginRequest", "endRequest");

    /** Between two tries to stop the work, in nanoseconds. */
    private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(100);

    private final Set<Statement> statements = ConcurrentHashMap.newKeySet();
    private final Connection connection;
    private final Connection lent;
    private final Duration limit;
    private final Thread thread = Thread.currentThread();
    private volatile boolean hasEnded;
    private volatile boolean isLate;
    private volatile boolean isOver;

    /** A connection to lend to one work, which this thread executes for so long at most. */
    public LentConnection(Connection connection, Duration limit) {
        this.connection = connection;
        this.limit = limit;
        this.lent = guarded(Connection.class, connection);
    }

    /**
     * Executes work in the connection's transaction, and closes the statements that it has left open.
     *
     * @throws CheckpointWorkException for whatever the work throws, and if its time is over or the transaction has
     * ended
     */
    public void execute(CheckpointWork work) {
        @Nullable Throwable thrown = null;
        CompletableFuture<Void> inTime = new CompletableFuture<>();
        // The JDK's timer is a daemon, and so is a thread that it starts.
        var unused = inTime.orTimeout(limit.toNanos(), TimeUnit.NANOSECONDS)
                .exceptionallyAsync(this::stop, stopping -> new Thread(stopping, "stepgraph limit").start());
        try {
            CheckpointWorkException.execute(work, lent);
        } catch (CheckpointWorkException failed) {
            thrown = failed.thrown();
        } finally {
            inTime.complete(null);
            end();
        }
        if (isLate) {
            thrown = late().initCause(thrown);
        } else if (thrown == null && hasEnded) {
            thrown = ended();
        }
        if (thrown != null) {
            throw new CheckpointWorkException(thrown);
        }
    }

    /** Called when the database has ended the transaction: from now on, nothing is executed outside of it. */
    public void transactionEnded() {
        hasEnded = true;
    }

    /** Whether the database has ended the transaction. */
    public boolean hasEnded() {
        return hasEnded;
    }

    /** The error that the transaction has ended during the work. */
    public static StepgraphException ended() {
        return new StepgraphException(
                ErrorCode.TRANSACTION_ENDED,
                "The work at the checkpoint ended the transaction of the store, in which the result of the step was written."
                        + " Nothing was stored. Let the work, and the triggers and functions that it calls, neither commit nor"
                        + " roll back; to undo the work, throw an exception.");
    }

    private SQLTimeoutException late() {
        return new SQLTimeoutException(
                "The work at the checkpoint was stopped, since it took too long: it may last " + limit.toMillis()
                        + " ms, a third of the lease. Nothing was stored. Do less in it, or do it in the step.");
    }

    /**
     * Stops the work. A statement may begin right after the others were cancelled: so they are, until the work is over.
     */
    private @Nullable Void stop(Throwable tooLate) {
        while (!stopOnce()) {
            LockSupport.parkNanos(PAUSE);
        }
        return null;
    }

    private synchronized boolean stopOnce() {
        if (!isOver) {
            isLate = true;
            for (Statement statement : statements) {
                try {
                    statement.cancel();
                } catch (SQLException ignored) {
                    // It is closed, or the server is gone, which the work finds out.
                }
            }
            thread.interrupt();
        }
        return isOver;
    }

    /** Ends the loan: no cancel and no interrupt comes after this. */
    private synchronized void end() {
        isOver = true;
        if (isLate) {
            Thread.interrupted();
        }
        for (Statement statement : statements) {
            try {
                statement.close();
            } catch (SQLException ignored) {
                // It says less than what the work has thrown, or the commit will.
            }
        }
    }

    private <T> T guarded(Class<T> type, Object delegate) {
        return type.cast(Proxy.newProxyInstance(
                LentConnection.class.getClassLoader(), new Class<?>[] {type}, new Guard(delegate)));
    }

    /** The object of the driver. */
    private static @Nullable Object plain(@Nullable Object object) {
        return object != null
                        && Proxy.isProxyClass(object.getClass())
                        && Proxy.getInvocationHandler(object) instanceof Guard guard
                ? guard.delegate
                : object;
    }

    /** An object of the driver that belongs to the connection, as the work may use it. */
    private final class Guard implements InvocationHandler {
        private final Object delegate;

        private Guard(Object delegate) {
            this.delegate = delegate;
        }

        @Override
        public @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] arguments)
                throws Throwable {
            String name = method.getName();
            @Nullable Object first = arguments == null ? null : arguments[0];
            if (method.getDeclaringClass() == Object.class) {
                return call(method, arguments);
            }
            if (name.equals("close")) {
                return isOver || delegate == connection ? null : call(method, arguments);
            }
            if (isOver && name.equals("isClosed")) {
                return true;
            }
            if (first instanceof Class<?> type && name.equals("isWrapperFor")) {
                return type.isInstance(proxy);
            }
            if (first instanceof Class<?> type && name.equals("unwrap")) {
                if (type.isInstance(proxy)) {
                    return proxy;
                }
                throw new SQLException("The connection of a checkpoint belongs to the store, so it is not given as a "
                        + type.getName() + ". Use the methods of java.sql.");
            }
            check(name, method.getParameterCount(), first);
            return call(method, arguments);
        }

        private void check(String name, int parameters, @Nullable Object first) throws SQLException {
            if (isOver) {
                throw new SQLException("The connection was lent to the work of a checkpoint, which is over.");
            }
            if (isLate) {
                throw late();
            }
            if (hasEnded) {
                throw ended();
            }
            boolean rollsBackAll = name.equals("rollback") && parameters == 0;
            boolean isSetting = name.startsWith("set") && !name.equals("setSavepoint");
            if (delegate == connection && (rollsBackAll || isSetting || REFUSED.contains(name))) {
                throw new SQLException("The transaction of a checkpoint belongs to the store, so " + name
                        + " was not called. To undo it, throw an exception.");
            }
            boolean isSql = name.startsWith("execute") || name.startsWith("prepare") || name.equals("addBatch");
            if (isSql && first instanceof String sql) {
                LentSql.check(sql);
            }
        }

        private @Nullable Object call(Method method, @Nullable Object @Nullable [] arguments) throws Throwable {
            if (arguments != null) {
                Arrays.setAll(arguments, i -> plain(arguments[i]));
            }
            @Nullable Object result;
            try {
                result = method.invoke(delegate, arguments);
            } catch (InvocationTargetException thrown) {
                throw thrown.getCause() == null ? thrown : thrown.getCause();
            }
            if (result instanceof Connection) {
                return lent;
            }
            Class<?> type = method.getReturnType();
            if (type == Object.class) {
                type = result instanceof Array ? Array.class : result instanceof ResultSet ? ResultSet.class : type;
            }
            if (result == null || !type.isInterface() || !type.getPackageName().equals("java.sql")) {
                return result;
            }
            if (result instanceof Statement statement && Statement.class.isAssignableFrom(type)) {
                statements.add(statement);
            }
            return guarded(type, result);
        }
    }
}
