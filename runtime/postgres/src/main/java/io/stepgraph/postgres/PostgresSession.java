package io.stepgraph.postgres;

import io.stepgraph.jdbc.Database;
import io.stepgraph.jdbc.NamedQuery;
import io.stepgraph.jdbc.NamedStatement;
import io.stepgraph.jdbc.RowClock;
import io.stepgraph.jdbc.RowReader;
import io.stepgraph.jdbc.Tx;
import io.stepgraph.runtime.CheckpointWorkException;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.StoreUnavailableException;
import io.stepgraph.store.RunHeader;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.StoredRun;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connections of a {@link PostgresStore}: each call takes one of the pool, for as long as it lasts. No interrupt of
 * a thread reaches it: not the wait for a connection, and not the connection, which an interrupt of a virtual thread
 * would close (R9).
 */
final class PostgresSession implements Database {
    private static final Logger log = LoggerFactory.getLogger(PostgresSession.class);

    private static final int TRIES = 10;

    private enum Mode {
        STATEMENTS,
        TRANSACTION,
        LENDING
    }

    private final Map<String, NamedQuery> queries;
    private final PlatformThreads platformThreads;
    private final DataSource pool;
    private final String quotedSchema;
    private final int socketTimeout;
    private final PostgresErrors errors;
    private final RowClock clock;
    private final Runnable closeIdle;
    private final @Nullable Connection joined;
    private volatile boolean closed;

    /**
     * A session.
     *
     * @param closeIdle closes the connections that the pool has not given out, if the pool is the store's
     */
    PostgresSession(
            DataSource pool,
            String quotedSchema,
            Duration socketTimeout,
            PostgresErrors errors,
            PlatformThreads platformThreads,
            RowClock clock,
            Runnable closeIdle) {
        this.queries = new ConcurrentHashMap<>();
        this.joined = null;
        this.pool = pool;
        this.quotedSchema = quotedSchema;
        this.socketTimeout = Math.toIntExact(socketTimeout.toMillis());
        this.errors = errors;
        this.platformThreads = platformThreads;
        this.clock = clock;
        this.closeIdle = closeIdle;
    }

    private PostgresSession(PostgresSession own, Connection joined) {
        this.queries = own.queries;
        this.joined = joined;
        this.pool = own.pool;
        this.quotedSchema = own.quotedSchema;
        this.socketTimeout = own.socketTimeout;
        this.errors = own.errors;
        this.platformThreads = own.platformThreads;
        this.clock = own.clock;
        this.closeIdle = own.closeIdle;
        this.closed = own.closed;
    }

    /**
     * Returns the same session in a transaction of the program: each call is a part of it that is written as a whole,
     * or not (T1).
     */
    PostgresSession joining(Connection transaction) {
        return new PostgresSession(this, transaction);
    }

    /** Whether its calls are parts of a transaction of the program. */
    boolean isJoined() {
        return joined != null;
    }

    /** The statements of one call, which ends them. */
    private final class PostgresTx implements Tx, AutoCloseable {
        private final Connection connection;
        private final List<NamedStatement> opened = new ArrayList<>();

        private PostgresTx(Connection connection) {
            this.connection = connection;
        }

        @Override
        public NamedStatement sql(String text) throws SQLException {
            NamedQuery query = queries.computeIfAbsent(text, sql -> PostgresSql.query(sql, quotedSchema));
            NamedStatement statement = new NamedStatement(connection, query);
            opened.add(statement);
            return statement;
        }

        @Override
        public RowClock clock() {
            return clock;
        }

        @Override
        public @Nullable StoredRun find(RunKey key) throws SQLException {
            return sql(PostgresSql.FIND).set(key).first(row -> RowReader.read(row, clock));
        }

        @Override
        public @Nullable RunHeader summary(RunKey key) throws SQLException {
            return sql(PostgresSql.FIND_SUMMARY).set(key).first(row -> RowReader.summary(row, clock));
        }

        @Override
        public Connection connection() {
            return connection;
        }

        @Override
        public void close() {
            for (NamedStatement statement : opened) {
                try {
                    statement.close();
                } catch (SQLException failed) {
                    // What was written is written; a connection that is cut is found out by its next call.
                    log.debug("A statement could not be closed", failed);
                }
            }
        }
    }

    /**
     * Does work of which each statement is a transaction. A write of one statement so saves the round trip of a commit.
     */
    <T extends @Nullable Object> T call(Subject subject, Work<T> work) {
        return connected(subject, Mode.STATEMENTS, work);
    }

    <T extends @Nullable Object> T call(RunKey key, Work<T> work) {
        return call(Subject.of(key), work);
    }

    @Override
    public <T extends @Nullable Object> T read(Subject subject, Work<T> work) {
        return call(subject, work);
    }

    @Override
    public <T extends @Nullable Object> T write(Subject subject, Work<T> work) {
        return connected(subject, Mode.TRANSACTION, work);
    }

    /**
     * Does work as one transaction, and does it again after a deadlock or another conflict.
     *
     * @param isPatient whether to do so also if another transaction held a row for longer than a statement waits
     */
    <T extends @Nullable Object> T repeated(RunKey key, boolean isPatient, Work<T> work) {
        for (int i = 1; ; i++) {
            try {
                return write(key, work);
            } catch (StoreUnavailableException failed) {
                if (i == TRIES
                        || !(PostgresErrors.isConflict(failed) || (isPatient && PostgresErrors.isHeld(failed)))) {
                    throw failed;
                }
            }
        }
    }

    /**
     * Does work as one transaction in which the program executes statements, too. No later call finds what they left in
     * the session.
     */
    <T extends @Nullable Object> T lending(RunKey key, Work<T> work) {
        return connected(Subject.of(key), Mode.LENDING, work);
    }

    /** The error of one run among those that failed together. */
    StepgraphException trouble(RunKey key, SQLException cause) {
        return errors.at(Subject.of(key).name(), cause);
    }

    boolean isClosed() {
        return closed;
    }

    /** Ends the threads too. */
    void close() {
        closed = true;
        platformThreads.close();
    }

    @SuppressWarnings("NullAway") // it is null only where T may be
    private <T extends @Nullable Object> T connected(Subject subject, Mode mode, Work<T> work) {
        if (closed) {
            throw errors.closed(subject.name());
        }
        if (!PlatformThreads.areNeeded()) {
            return connectedHere(subject, mode, work);
        }
        if (joined != null) {
            // Its connection is there, and those who wait for one may wait for this very transaction.
            return PlatformThreads.once(() -> connectedHere(subject, mode, work));
        }
        try {
            return platformThreads.call(() -> connectedHere(subject, mode, work));
        } catch (SQLTransientConnectionException noThread) {
            throw closed ? errors.closed(subject.name()) : errors.at(subject.name(), noThread);
        } catch (RejectedExecutionException closedMeanwhile) {
            throw errors.closed(subject.name());
        }
    }

    private <T> @Nullable T connectedHere(Subject subject, Mode mode, Work<T> work) {
        try {
            return joined == null ? onOwn(mode, work) : within(joined, work);
        } catch (SQLException failed) {
            throw closed ? errors.closed(subject.name()) : errors.at(subject.name(), failed);
        }
    }

    private <T> @Nullable T onOwn(Mode mode, Work<T> work) throws SQLException {
        try (Connection connection = connection()) {
            try {
                return mode == Mode.LENDING ? lent(connection, work) : done(connection, mode == Mode.STATEMENTS, work);
            } catch (SQLException failed) {
                if (PostgresErrors.needsOtherConnection(failed)) {
                    // The next call gets a connection to the server that takes writes now.
                    abort(connection);
                    closeIdle.run();
                }
                throw failed;
            }
        }
    }

    /**
     * The connection is used again only if its session could be put back to what it was before, with what the pool has
     * set there.
     */
    private <T> @Nullable T lent(Connection connection, Work<T> work) throws SQLException {
        List<String> sessions = new ArrayList<>();
        NamedStatement.Row<Boolean> look = row -> sessions.add(row.getString("session"));
        done(connection, true, tx -> tx.sql(PostgresSql.SESSION).first(look));
        try {
            return done(connection, false, work);
        } catch (CheckpointWorkException failed) {
            if (failed.thrown() instanceof StepgraphException known && known.code() == ErrorCode.TRANSACTION_ENDED) {
                abort(connection);
            }
            throw failed;
        } finally {
            try {
                done(connection, true, tx -> {
                    tx.sql(PostgresSql.PUT_BACK)
                            .set("session", sessions.get(0))
                            .executeAll(List.of(reset -> true, set -> true, look));
                    return true;
                });
            } catch (SQLException failed) {
                // What was committed is stored all the same.
                log.debug("The session of a connection could not be put back", failed);
            }
            if (sessions.size() != 2 || !sessions.get(0).equals(sessions.get(1))) {
                abort(connection);
            }
        }
    }

    /** Closes a connection for good, instead of giving it back to the pool. */
    private static void abort(Connection connection) {
        try {
            connection.abort(Runnable::run);
            // HikariCP keeps a connection until a call fails.
            connection.createStatement().close();
        } catch (SQLException closed) {
            log.debug("A connection that no later call may use was closed", closed);
        }
    }

    /**
     * A part of a transaction of the program. Whatever is thrown undoes it, and lets the transaction go on. The
     * timeouts of the transaction are the program's again when it is done.
     */
    private <T> @Nullable T within(Connection transaction, Work<T> work) throws SQLException {
        JoinedCall call = JoinedCall.begin(transaction);
        T result;
        try (PostgresTx tx = new PostgresTx(transaction)) {
            result = work.run(tx);
        } catch (Throwable failed) {
            call.undo(failed);
            throw failed;
        }
        call.end();
        return result;
    }

    /** A connection. Pools give up waiting for one when they are interrupted: then it is waited for again. */
    private Connection connection() throws SQLException {
        boolean interrupted = Thread.interrupted();
        try {
            while (true) {
                try {
                    return pool.getConnection();
                } catch (SQLException failed) {
                    if (!Thread.interrupted()) {
                        throw failed;
                    }
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private <T> @Nullable T done(Connection connection, boolean autoCommit, Work<T> work) throws SQLException {
        boolean autoCommitBefore = connection.getAutoCommit();
        int timeoutBefore = connection.getNetworkTimeout();
        @Nullable T result;
        try {
            connection.setAutoCommit(autoCommit);
            if (timeoutBefore == 0 || timeoutBefore > socketTimeout) {
                connection.setNetworkTimeout(Runnable::run, socketTimeout);
            }
            try (PostgresTx tx = new PostgresTx(connection)) {
                result = work.run(tx);
            }
            if (!autoCommit) {
                connection.commit();
            }
        } catch (Throwable failed) {
            try {
                if (!autoCommit) {
                    connection.rollback();
                }
                restore(connection, autoCommitBefore, timeoutBefore);
            } catch (SQLException gone) {
                // A connection that is gone has taken its transaction with it.
                failed.addSuppressed(gone);
                if (failed instanceof CheckpointWorkException) {
                    // The work has met it first, which says nothing of the step.
                    throw gone;
                }
            }
            throw failed;
        }
        restore(connection, autoCommitBefore, timeoutBefore);
        return result;
    }

    private static void restore(Connection connection, boolean autoCommit, int timeout) throws SQLException {
        connection.setAutoCommit(autoCommit);
        connection.setNetworkTimeout(Runnable::run, timeout);
    }
}
