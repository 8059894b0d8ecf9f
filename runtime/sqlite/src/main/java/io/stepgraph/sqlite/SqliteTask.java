package io.stepgraph.sqlite;

import io.stepgraph.jdbc.CommitQueue;
import io.stepgraph.jdbc.Database.Subject;
import io.stepgraph.jdbc.Database.Work;
import org.jspecify.annotations.Nullable;

/** Work on a {@link SqliteSession} that waits for its turn, and its result. */
final class SqliteTask<T> extends CommitQueue.Member {
    final Subject subject;
    final Kind kind;
    final Work<T> work;

    @Nullable T result;

    @Nullable RuntimeException failure;

    @Nullable Error broken;

    boolean isServed;

    enum Kind {
        READ,
        WRITE,
        /** A write by which a step goes on: most writes are. */
        IN_STEP,
        /** A write that shares its transaction with no other. */
        ALONE,
        /** A write that need not survive a power cut. */
        UNSYNCED,
        CLOSE
    }

    SqliteTask(Subject subject, Kind kind, Work<T> work) {
        this.subject = subject;
        this.kind = kind;
        this.work = work;
    }
}
