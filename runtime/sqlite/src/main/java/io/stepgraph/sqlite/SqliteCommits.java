package io.stepgraph.sqlite;

import io.stepgraph.jdbc.Database.Work;
import io.stepgraph.jdbc.NamedStatement;
import io.stepgraph.jdbc.Tx;
import io.stepgraph.jdbc.WorkTurns;
import io.stepgraph.runtime.CheckpointWork;
import io.stepgraph.store.Commit;
import io.stepgraph.store.CommitResult;
import io.stepgraph.store.EffectEnd;
import io.stepgraph.store.Lease;
import io.stepgraph.store.MessageWrite;
import io.stepgraph.store.StopReason;
import io.stepgraph.store.StoredRun;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Writes the results of visits (R2). Whether the lease is good and not over is part of each statement, never asked
 * before it (L1).
 */
final class SqliteCommits {
    private final SqliteSession session;
    private final WorkTurns turns = new WorkTurns(1);

    SqliteCommits(SqliteSession session) {
        this.session = session;
    }

    CommitResult commit(Lease lease, Commit commit, @Nullable CheckpointWork work) {
        Work<CommitResult> write = tx -> {
            writeEnds(tx, lease, commit.effects());
            MessageWrite message = commit.result().messages();
            if (!SqliteMessages.fits(tx, lease.runNumber(), message) || !write(tx, lease, commit)) {
                return commit.notWritten(lease, tx.find(lease.key()));
            }
            SqliteMessages.write(tx, lease.runNumber(), message);
            if (work != null) {
                session.execute(tx, work, lease.longestWork());
            }
            return CommitResult.STORED;
        };
        if (work != null) {
            return Objects.requireNonNull(turns.call(() -> session.writeAlone(lease.key(), write)));
        }
        return Objects.requireNonNull(
                commit.result().stopReason() == null
                        ? session.writeInStep(lease.key(), write)
                        : session.write(lease.key(), write));
    }

    /** The command version, once the lease is renewed. */
    long renew(Lease lease) {
        return session.write(lease.key(), tx -> {
            Long commandVersion = tx.sql(SqliteSql.RENEW)
                    .set(lease)
                    .set("lease", lease.length())
                    .first(row -> row.getLong("command_version"));
            if (commandVersion == null) {
                StoredRun found = tx.find(lease.key());
                throw lease.lost(found == null ? 0 : found.revision(), found);
            }
            return commandVersion;
        });
    }

    /**
     * Writes the ends of effects unless the lease is lost.
     *
     * @return how many were not written before
     */
    static int writeEnds(Tx tx, Lease lease, List<EffectEnd> ends) throws SQLException {
        int written = 0;
        for (EffectEnd end : ends) {
            written += tx.sql(SqliteSql.END_EFFECT)
                    .set(lease)
                    .set(end.id())
                    .set("status", end.status().name())
                    .set("result", end.result())
                    .update();
        }
        return written;
    }

    private static boolean write(Tx tx, Lease lease, Commit commit) throws SQLException {
        StopReason stopReason = commit.result().stopReason();
        if (stopReason == null) {
            return tx.sql(SqliteSql.COMMIT_STEP)
                            .set(lease, commit)
                            .set("lease", lease.length())
                            .update()
                    == 1;
        }
        if (!stopReason(tx, lease, commit, stopReason)) {
            return false;
        }
        if (stopReason instanceof StopReason.QuestionAsked asked) {
            ask(tx, lease, commit, asked);
        } else if (commit.result().call() != null) {
            SqliteFamilies.call(tx, lease, commit.result().call());
        } else if (stopReason.status().isEnd()) {
            SqliteThreads.leave(tx, lease.key(), lease.runNumber());
        }
        return true;
    }

    private static boolean stopReason(Tx tx, Lease lease, Commit commit, StopReason stopReason) throws SQLException {
        NamedStatement statement = tx.sql(SqliteSql.COMMIT_STOP)
                .set(lease, commit)
                .set(commit.result().due());
        return statement
                        .set("status", stopReason.status().name())
                        .setEnd(stopReason)
                        .update()
                == 1;
    }

    private static void ask(Tx tx, Lease lease, Commit commit, StopReason.QuestionAsked asked) throws SQLException {
        tx.sql(SqliteSql.INSERT_INTERRUPT)
                .set(lease.key(), lease.runNumber())
                .set("visit", commit.result().checkpoint().visit())
                .set("interrupt", commit.result().checkpoint().step())
                .set("nonce", asked.nonce())
                .set("question", asked.question())
                .set("answer_schema", asked.answerSchema())
                .update();
    }
}
