package io.stepgraph.postgres;

import io.stepgraph.jdbc.JsonArrays;
import io.stepgraph.jdbc.LentConnection;
import io.stepgraph.jdbc.NamedStatement;
import io.stepgraph.jdbc.Tx;
import io.stepgraph.runtime.CheckpointWork;
import io.stepgraph.store.Commit;
import io.stepgraph.store.CommitResult;
import io.stepgraph.store.Lease;
import io.stepgraph.store.MessageWrite;
import io.stepgraph.store.NewCall;
import io.stepgraph.store.NewChild;
import io.stepgraph.store.StopReason;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Writes the results of visits, each in one statement and so in one round trip (R2), but for calls. Whether the lease
 * is good is part of the statement, never asked before it (L1); only why nothing was written is asked afterwards.
 */
final class PostgresCommits {
    private final PostgresSession session;
    private final SharedWrites writes;
    private final JoinedTransactions transactions;
    private final CallHints hints;

    PostgresCommits(PostgresSession session, SharedWrites writes, JoinedTransactions transactions, CallHints hints) {
        this.hints = hints;
        this.session = session;
        this.writes = writes;
        this.transactions = transactions;
    }

    CommitResult commit(Lease lease, Commit commit) {
        StopReason stopReason = commit.result().stopReason();
        if (stopReason == null) {
            return result(writes.write(new StepWrite(lease, commit)), lease, commit);
        }
        boolean isOneStatement = commit.effects().isEmpty() && commit.result().call() == null;
        Long endedOf = isOneStatement
                ? session.call(lease.key(), tx -> rests(tx, lease, commit, stopReason))
                : session.write(lease.key(), tx -> rests(tx, lease, commit, stopReason));
        return rested(endedOf, lease, commit);
    }

    /** Sends the hints of a run that has ended, with its caller or 0, or that rests; null if nothing was written. */
    private CommitResult rested(@Nullable Long endedOf, Lease lease, Commit commit) {
        CommitResult result = result(endedOf != null, lease, commit);
        NewCall call = commit.result().call();
        if (call != null && result == CommitResult.STORED) {
            hints.called(lease.key(), call);
        }
        hints.ended(lease.key(), endedOf == null ? 0 : endedOf);
        return result;
    }

    CommitResult commit(Lease lease, Commit commit, CheckpointWork work) {
        StopReason stopReason = commit.result().stopReason();
        Long written = transactions
                .turns()
                .call(() -> session.lending(lease.key(), tx -> {
                    Long endedOf = stopReason != null
                            ? rests(tx, lease, commit, stopReason)
                            : new StepWrite(lease, commit).write(tx) ? (Long) 0L : null;
                    if (endedOf != null) {
                        execute(tx.connection(), lease.longestWork(), work);
                    }
                    return endedOf;
                }));
        return rested(written, lease, commit);
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

    /**
     * Ends of effects that are written without the commit are right, too. Returns the caller of the run, if it has
     * ended, or 0; null if it was not written.
     */
    private static @Nullable Long rests(Tx tx, Lease lease, Commit commit, StopReason stopReason) throws SQLException {
        EffectEndWrite.write(tx, lease, commit.effects());
        MessageWrite messages = commit.result().messages();
        if (stopReason.status().isEnd()) {
            try (NamedStatement end = PostgresMessages.sql(tx, PostgresSql.COMMIT_END, messages)) {
                return end.set(lease, commit)
                        .set("status", stopReason.status().name())
                        .setEnd(stopReason)
                        .first(row -> row.getLong("parent"));
            }
        }
        StopReason.QuestionAsked asked = stopReason instanceof StopReason.QuestionAsked it ? it : null;
        try (NamedStatement wait = PostgresMessages.sql(tx, PostgresSql.COMMIT_PAUSE, messages)) {
            boolean isWritten = wait.set(lease, commit)
                    .set("status", stopReason.status().name())
                    .set(commit.result().due())
                    .set(stopReason)
                    .set("parks", stopReason instanceof StopReason.Parked)
                    .set("asks", asked != null)
                    .set("nonce", asked == null ? null : asked.nonce())
                    .set("question", asked == null ? null : asked.question())
                    .set("answer_schema", asked == null ? null : asked.answerSchema())
                    .any();
            NewCall call = commit.result().call();
            if (isWritten && call != null) {
                call(tx, lease, commit.result().checkpoint().visit(), call);
            }
            return isWritten ? 0L : null;
        }
    }

    /** Starts the runs that a run has called, which this transaction has written. */
    private static void call(Tx tx, Lease lease, long visit, NewCall call) throws SQLException {
        NamedStatement statement = tx.sql(PostgresSql.CALL)
                .set("run", lease.runNumber())
                .set("visit", visit)
                .set("size", call.children().size())
                .set("most", call.maxFamily());
        new ArrayParameters<>(statement, call.children())
                .numbers("places", NewChild::place)
                .texts("ids", NewChild::id)
                .texts("graphs", NewChild::graph)
                .texts("fingerprints", NewChild::fingerprint)
                .texts("max_modes", child -> child.maxMode().name())
                .texts("names", child -> child.checkpoint().step())
                .numbers("visits", child -> child.checkpoint().visit())
                .numbers("attempts", child -> child.checkpoint().attempt())
                .numbers("crashes", child -> child.checkpoint().crashes())
                .numbers("budgets", child -> child.checkpoint().budgetStartVisit())
                .documents("rule_state", child -> child.checkpoint().ruleState())
                .documents("inputs", child -> child.checkpoint().input())
                .documents("states", NewChild::state)
                .numbers("counts", child -> child.events().size())
                .documents("events", child -> JsonArrays.of(child.events()));
        Long stored = statement.first(row -> {
            call.checkRoom(lease.key(), row.getLong("family"));
            return row.getLong("stored");
        });
        if (stored == null || stored < call.children().size()) {
            String taken = new ArrayParameters<>(tx.sql(PostgresSql.FIND_TAKEN), call.children())
                    .texts("ids", NewChild::id)
                    .statement()
                    .set(lease.key(), lease.runNumber())
                    .first(row -> row.getString("id"));
            throw NewCall.taken(
                    lease.key(), taken == null ? call.children().get(0).id() : taken);
        }
    }
}
