package io.stepgraph.postgres;

import io.stepgraph.jdbc.NamedStatement;
import io.stepgraph.store.Commit;
import io.stepgraph.store.CommitResult;
import io.stepgraph.store.Lease;
import io.stepgraph.store.StopReason;
import java.sql.SQLException;

/**
 * Writes the results of visits, each in one statement and so in one round trip (R2). Whether the lease is good is part of the
 * statement, never asked before it (L1); only why nothing was written is asked afterwards.
 */
final class PostgresCommits {
    private final PostgresSession session;
    private final SharedWrites writes;

    PostgresCommits(PostgresSession session, SharedWrites writes) {
        this.session = session;
        this.writes = writes;
    }

    CommitResult commit(Lease lease, Commit commit) {
        StopReason stopReason = commit.stopReason();
        boolean isWritten = stopReason == null
                ? writes.write(new StepWrite(lease, commit))
                : commit.effects().isEmpty()
                        ? session.call(lease.key(), sql -> rests(sql, lease, commit, stopReason))
                        : session.transaction(lease.key(), sql -> rests(sql, lease, commit, stopReason));
        return isWritten
                ? CommitResult.STORED
                : commit.notWritten(lease, session.call(lease.key(), sql -> sql.read(lease.key())));
    }

    /** Ends of effects that are written without the commit are right, too. */
    private static boolean rests(PostgresSession.Sql sql, Lease lease, Commit commit, StopReason stopReason)
            throws SQLException {
        EffectEndWrite.write(sql, lease, commit.effects());
        if (stopReason.status().isEnd()) {
            try (NamedStatement end = sql.of(PostgresSql.COMMIT_END)) {
                return end.set(lease, commit)
                        .set("status", stopReason.status().name())
                        .setEnd(stopReason)
                        .any();
            }
        }
        StopReason.QuestionAsked asked = stopReason instanceof StopReason.QuestionAsked it ? it : null;
        try (NamedStatement wait = sql.of(PostgresSql.COMMIT_PAUSE)) {
            return wait.set(lease, commit)
                    .set("status", stopReason.status().name())
                    .set("due_in", commit.dueIn())
                    .set(stopReason)
                    .set("parks", stopReason instanceof StopReason.Parked)
                    .set("asks", asked != null)
                    .set("nonce", asked == null ? null : asked.nonce())
                    .set("question", asked == null ? null : asked.question())
                    .set("answer_schema", asked == null ? null : asked.answerSchema())
                    .any();
        }
    }
}
