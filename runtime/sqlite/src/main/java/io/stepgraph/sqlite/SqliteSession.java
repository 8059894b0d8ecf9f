package io.stepgraph.sqlite;

import io.stepgraph.jdbc.CommitQueue;
import io.stepgraph.jdbc.Database;
import io.stepgraph.jdbc.LentConnection;
import io.stepgraph.jdbc.Tx;
import io.stepgraph.runtime.CheckpointWork;
import io.stepgraph.runtime.CheckpointWorkException;
import io.stepgraph.runtime.MachineClock;
import io.stepgraph.runtime.StoreUnavailableException;
import io.stepgraph.store.RunKey;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteCommitListener;
import org.sqlite.SQLiteConnection;

/**
 * Lets the threads of a {@link SqliteStore} share its one connection. SQLite has one writer at a time: threads that
 * write at once share a transaction, and so one wait for the disk. Where one of them throws, all is rolled back and
 * done again with a savepoint for each, so that the others keep their part. Each returns when its own is durable.
 */
final class SqliteSession implements Database {
    private static final long SIGHT_MILLIS = 1_000;

    private final CommitQueue<SqliteTask<?>> queue = new CommitQueue<>(this::serve);
    private final SqliteConnection connection;
    private final SqliteErrors errors;
    private final MachineClock machine;
    private boolean closed;

    /** The thread that executes the program's work on the connection; null if none does. */
    private volatile @Nullable Thread lentTo;

    /** Whether the program's work may have left something in the connection, which is then not used again (E8). */
    private boolean isSpoiled;

    /** The time at which the file was last seen at its path, by the monotonic clock in milliseconds. */
    private long seenAt;

    /** Whether one of the last group threw. To have savepoints always would cost a tenth of a small commit. */
    private boolean hasSavepoints;

    SqliteSession(SqliteConnection.Source source, SqliteErrors errors, MachineClock machine) {
        this.errors = errors;
        this.machine = machine;
        this.seenAt = machine.millis();
        try {
            this.connection = new SqliteConnection(source, machine);
        } catch (SQLException failed) {
            throw errors.opening(failed);
        }
    }

    @Override
    public <T extends @Nullable Object> T read(Subject subject, Work<T> work) {
        return done(new SqliteTask<>(subject, SqliteTask.Kind.READ, work));
    }

    @Override
    public <T extends @Nullable Object> T write(Subject subject, Work<T> work) {
        return done(new SqliteTask<>(subject, SqliteTask.Kind.WRITE, work));
    }

    /** Writes in a transaction that it shares with nobody. */
    <T extends @Nullable Object> T writeAlone(RunKey key, Work<T> work) {
        return done(new SqliteTask<>(Subject.of(key), SqliteTask.Kind.ALONE, work));
    }

    /** Writes, in a transaction, what a step writes before it goes on. */
    <T extends @Nullable Object> T writeInStep(RunKey key, Work<T> work) {
        return done(new SqliteTask<>(Subject.of(key), SqliteTask.Kind.IN_STEP, work));
    }

    /** Writes what need not survive a power cut, in a transaction. The next other write makes it durable, too. */
    <T extends @Nullable Object> T writeUnsynced(RunKey key, Work<T> work) {
        return done(new SqliteTask<>(Subject.of(key), SqliteTask.Kind.UNSYNCED, work));
    }

    /** Executes the program's work for this long at most, in a transaction that is shared with nobody. */
    void execute(Tx tx, CheckpointWork work, Duration limit) throws SQLException {
        LentConnection lent = new LentConnection(tx.connection(), limit);
        SQLiteCommitListener watch = new SQLiteCommitListener() {
            @Override
            public void onCommit() {
                lent.transactionEnded();
            }

            @Override
            public void onRollback() {
                lent.transactionEnded();
            }
        };
        SQLiteConnection watched = tx.connection().unwrap(SQLiteConnection.class);
        watched.addCommitListener(watch);
        lentTo = Thread.currentThread();
        try {
            lent.execute(work);
            isSpoiled = tx.sql(SqliteSql.HAS_TEMPORARY).any();
        } finally {
            lentTo = null;
            watched.removeCommitListener(watch);
            isSpoiled |= lent.hasEnded();
        }
    }

    void close() {
        queue.serve(new SqliteTask<>(Subject.of("The store"), SqliteTask.Kind.CLOSE, tx -> null));
    }

    @SuppressWarnings("NullAway") // it is null only where T may be
    private <T extends @Nullable Object> T done(SqliteTask<T> task) {
        if (Thread.currentThread() == lentTo) {
            throw new IllegalStateException(
                    task.subject.name() + " was not reached: the program called Stepgraph in the work of a"
                            + " checkpoint, which has the store's one connection. Call it in the step, or after the run.");
        }
        queue.serve(task);
        if (task.broken != null) {
            throw task.broken;
        }
        if (task.failure != null) {
            throw task.failure;
        }
        if (!task.isServed) {
            throw new StoreUnavailableException(
                    task.subject.name() + " was not reached, since another call broke down before it.");
        }
        return task.result;
    }

    private void serve(List<SqliteTask<?>> tasks) {
        if (closed || !areWorthATransaction(tasks) || !serveTogether(tasks)) {
            tasks.forEach(this::serveAlone);
        }
    }

    private static boolean areWorthATransaction(List<SqliteTask<?>> tasks) {
        int writers = 0;
        for (SqliteTask<?> task : tasks) {
            if (task.kind == SqliteTask.Kind.CLOSE || task.kind == SqliteTask.Kind.ALONE) {
                return false;
            }
            writers += task.kind == SqliteTask.Kind.READ ? 0 : 1;
        }
        return writers > 1;
    }

    private <T> void serveAlone(SqliteTask<T> task) {
        task.failure = null;
        try {
            if (closed && task.kind != SqliteTask.Kind.CLOSE) {
                throw errors.closed(task.subject.name());
            }
            task.result = switch (task.kind) {
                case READ -> connection.call(task.work);
                case WRITE, IN_STEP, ALONE -> connection.transaction(task.work);
                case UNSYNCED -> connection.unsynced(task.work);
                case CLOSE -> {
                    closed = true;
                    connection.close();
                    yield null;
                }
            };
            task.isServed = true;
        } catch (SQLException failed) {
            // With work of the program, only its rows can break a constraint that is checked at the end.
            boolean isOfWork =
                    task.kind == SqliteTask.Kind.ALONE && SqliteErrors.code(failed) == SqliteErrors.CONSTRAINT;
            task.failure = isOfWork ? new CheckpointWorkException(failed) : errors.at(task.subject.run(), failed);
        } catch (RuntimeException refused) {
            task.failure = refused;
        } catch (Error broken) {
            task.broken = broken;
        }
        if (isSpoiled) {
            isSpoiled = false;
            connection.close();
        }
        if (!closed) {
            refuseIfLost(List.of(task));
        }
    }

    /**
     * Refuses all tasks if other programs do not find the file at its path. So this is asked last. For steps and
     * reads it is asked once a second only, since the question makes Linux write the times of the file with the next
     * sync.
     */
    private void refuseIfLost(List<? extends SqliteTask<?>> tasks) {
        long now = machine.millis();
        if (now - seenAt < SIGHT_MILLIS && tasks.stream().noneMatch(SqliteSession::asksForFile)) {
            return;
        }
        StoreUnavailableException trouble = connection.trouble();
        if (trouble == null) {
            seenAt = now;
        } else {
            seenAt = now - SIGHT_MILLIS;
            for (SqliteTask<?> task : tasks) {
                task.failure = new StoreUnavailableException(String.valueOf(trouble.getMessage()), trouble.getCause());
            }
        }
    }

    private static boolean asksForFile(SqliteTask<?> task) {
        return task.kind != SqliteTask.Kind.IN_STEP && task.kind != SqliteTask.Kind.READ;
    }

    /** Returns false if nothing was written, so that each task is then tried alone, to find the wrong one. */
    private boolean serveTogether(List<SqliteTask<?>> tasks) {
        if (!hasSavepoints && serveInTransaction(tasks)) {
            return true;
        }
        hasSavepoints = true;
        boolean areServed = serveInTransaction(tasks);
        hasSavepoints = tasks.stream().anyMatch(task -> task.failure != null);
        return areServed;
    }

    /** Returns false if all was rolled back. */
    private boolean serveInTransaction(List<SqliteTask<?>> tasks) {
        Work<Void> all = tx -> {
            for (SqliteTask<?> task : tasks) {
                serveMember(tx, task);
            }
            return null;
        };
        boolean mayBeUnsynced = tasks.stream()
                .allMatch(task -> task.kind == SqliteTask.Kind.UNSYNCED || task.kind == SqliteTask.Kind.READ);
        try {
            if (mayBeUnsynced) {
                connection.unsynced(all);
            } else {
                connection.transaction(all);
            }
            tasks.forEach(task -> task.isServed = true);
            refuseIfLost(tasks);
            return true;
        } catch (SQLException failed) {
            return SqliteErrors.code(failed) == SqliteErrors.BUSY && refuse(tasks, failed);
        } catch (RuntimeException | Error broken) {
            return false;
        }
    }

    private <T> void serveMember(Tx tx, SqliteTask<T> task) throws SQLException {
        if (!hasSavepoints) {
            task.result = task.work.run(tx);
            return;
        }
        tx.sql(SqliteSql.SAVEPOINT).execute();
        try {
            task.result = connection.call(task.work);
        } catch (SQLException failed) {
            task.failure = errors.at(task.subject.run(), failed);
        } catch (RuntimeException refused) {
            task.failure = refused;
        }
        // Either fails if SQLite has rolled back the whole transaction by itself.
        if (task.failure != null) {
            tx.sql(SqliteSql.ROLLBACK_TO_SAVEPOINT).execute();
        }
        tx.sql(SqliteSql.RELEASE_SAVEPOINT).execute();
    }

    /**
     * Refuses tasks because another program holds the lock. Were each writer to wait for it in turn, the last would
     * wait for minutes.
     */
    private boolean refuse(List<SqliteTask<?>> tasks, SQLException busy) {
        for (SqliteTask<?> task : tasks) {
            if (task.kind == SqliteTask.Kind.READ) {
                serveAlone(task);
            } else {
                task.failure = errors.at(task.subject.run(), busy);
            }
        }
        return true;
    }
}
