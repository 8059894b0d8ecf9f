package io.stepgraph.postgres;

import io.stepgraph.jdbc.LentConnection;
import io.stepgraph.jdbc.NamedStatement;
import io.stepgraph.jdbc.Tx;
import io.stepgraph.runtime.CheckpointWork;
import io.stepgraph.store.Commit;
import io.stepgraph.store.CommitResult;
import io.stepgraph.store.Lease;
import io.stepgraph.store.StopReason;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;

/**
 * Writes the results of visits, each in one statement and so in one round trip (R2). Whether the lease is good is part
 * of the statement, never asked before it (L1); only why nothing was written is asked afterwards.
 */
final class PostgresCommits {
    private final PostgresSession session;
    private final SharedWrites writes;
    private final JoinedTransactions transactions;

    PostgresCommits(PostgresSession session, SharedWrites writes, JoinedTransactions transactions) {
        this.session = session;
        this.writes = writes;
        this.transactions = transactions;
    }

    CommitResult commit(Lease lease, Commit commit) {
        StopReason stopReason = commit.result().stopReason();
        boolean isWritten = stopReason == null
                ? writes.write(new StepWrite(lease, commit))
                : commit.effects().isEmpty()
                        ? session.call(lease.key(), tx -> rests(tx, lease, commit, stopReason))
                        : session.write(lease.key(), tx -> rests(tx, lease, commit, stopReason));
        return result(isWritten, lease, commit);
    }

    CommitResult commit(Lease lease, Commit commit, CheckpointWork work) {
        StopReason stopReason = commit.result().stopReason();
        boolean isWritten = transactions
                .turns()
                .call(() -> session.lending(lease.key(), tx -> {
                    boolean isHeld = stopReason == null
                            ? new StepWrite(lease, commit).write(tx)
                            : rests(tx, lease, commit, stopReason);
                    if (isHeld) {
                        execute(tx.connection(), lease.longestWork(), work);
                    }
                    return isHeld;
                }));
        return result(isWritten, lease, commit);
    }

    /**
     * The server cancels a slow statement, a little before a silent server would count as lost in other calls. Work in
     * all is stopped from here, and only after that its silence counts: neither a slow statement nor a long batch is
     * taken for a lost server.
     */
    private void execute(Connection own, Duration limit, CheckpointWork work) throws SQLException {
        int silence = own.getNetworkTimeout();
        int statementMillis = Math.max(1, silence - Math.min(1_000, silence / 2));
        int millis = (int) Math.min(Integer.MAX_VALUE - 2_000, limit.toMillis());
        own.setNetworkTimeout(Runnable::run, millis + 2_000);
        transactions.execute(new LentConnection(own, limit), connection -> {
            execute(connection, PostgresSql.BEGIN_WORK.formatted(statementMillis, millis + 1_000));
            work.execute(connection);
            try {
                execute(connection, PostgresSql.END_WORK);
            } catch (SQLException failed) {
                throw PostgresErrors.isNoSavepoint(failed) ? LentConnection.ended() : failed;
            }
        });
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private CommitResult result(boolean isWritten, Lease lease, Commit commit) {
        return isWritten
                ? CommitResult.STORED
                : commit.notWritten(lease, session.call(lease.key(), tx -> tx.find(lease.key())));
    }

    /** Ends of effects that are written without the commit are right, too. */
    private static boolean rests(Tx tx, Lease lease, Commit commit, StopReason stopReason) throws SQLException {
        EffectEndWrite.write(tx, lease, commit.effects());
        if (stopReason.status().isEnd()) {
            try (NamedStatement end = tx.sql(PostgresSql.COMMIT_END)) {
                return end.set(lease, commit)
                        .set("status", stopReason.status().name())
                        .setEnd(stopReason)
                        .any();
            }
        }
        StopReason.QuestionAsked asked = stopReason instanceof StopReason.QuestionAsked it ? it : null;
        try (NamedStatement wait = tx.sql(PostgresSql.COMMIT_PAUSE)) {
            return wait.set(lease, commit)
                    .set("status", stopReason.status().name())
                    .set(commit.result().due())
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
