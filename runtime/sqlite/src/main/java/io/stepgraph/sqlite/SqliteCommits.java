package io.stepgraph.sqlite;

import io.stepgraph.jdbc.NamedStatement;
import io.stepgraph.jdbc.WorkTurns;
import io.stepgraph.runtime.CheckpointWork;
import io.stepgraph.sqlite.SqliteConnection.Work;
import io.stepgraph.store.Commit;
import io.stepgraph.store.CommitResult;
import io.stepgraph.store.Lease;
import io.stepgraph.store.StopReason;
import io.stepgraph.store.StoredRun;
import java.sql.SQLException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Writes the results of visits (R2). Whether the lease is good and not over is part of each statement, never asked before it
 * (L1).
 */
final class SqliteCommits {
    private final SqliteSession session;
    private final SqliteThreads threads;
    private final SqliteEffects effects;
    private final WorkTurns turns = new WorkTurns(1);

    SqliteCommits(SqliteSession session, SqliteThreads threads, SqliteEffects effects) {
        this.session = session;
        this.threads = threads;
        this.effects = effects;
    }

    CommitResult commit(Lease lease, Commit commit, @Nullable CheckpointWork work) {
        Work<CommitResult> write = () -> {
            effects.writeIfHeld(lease, commit.effects());
            if (!write(lease, commit)) {
                return commit.notWritten(lease, session.find(lease.key()));
            }
            if (work != null) {
                session.execute(work, lease.longestWork());
            }
            return CommitResult.STORED;
        };
        if (work != null) {
            return Objects.requireNonNull(turns.call(() -> session.writeAlone(lease.key(), write)));
        }
        return Objects.requireNonNull(
                commit.stopReason() == null
                        ? session.writeInStep(lease.key(), write)
                        : session.write(lease.key(), write));
    }

    /** The command version, once the lease is renewed. */
    long renew(Lease lease) {
        return session.write(lease.key(), () -> {
            Long commandVersion = session.now(SqliteSql.RENEW)
                    .set(lease)
                    .set("lease", lease.length())
                    .first(row -> row.getLong("command_version"));
            if (commandVersion == null) {
                StoredRun found = session.find(lease.key());
                throw lease.lost(found == null ? 0 : found.revision(), found);
            }
            return commandVersion;
        });
    }

    private boolean write(Lease lease, Commit commit) throws SQLException {
        StopReason stopReason = commit.stopReason();
        if (stopReason == null) {
            return session.now(SqliteSql.COMMIT_STEP)
                            .set(lease, commit)
                            .set("lease", lease.length())
                            .update()
                    == 1;
        }
        if (!stopReason(lease, commit, stopReason)) {
            return false;
        }
        if (stopReason instanceof StopReason.QuestionAsked asked) {
            ask(lease, commit, asked);
        } else if (stopReason.status().isEnd()) {
            threads.leave(lease.key(), lease.runNumber());
        }
        return true;
    }

    private boolean stopReason(Lease lease, Commit commit, StopReason stopReason) throws SQLException {
        NamedStatement statement =
                session.now(SqliteSql.COMMIT_STOP).set(lease, commit).set("due_in", commit.dueIn());
        return statement
                        .set("status", stopReason.status().name())
                        .setEnd(stopReason)
                        .update()
                == 1;
    }

    private void ask(Lease lease, Commit commit, StopReason.QuestionAsked asked) throws SQLException {
        session.now(SqliteSql.INSERT_INTERRUPT)
                .set(lease.key(), lease.runNumber())
                .set("visit", commit.checkpoint().visit())
                .set("interrupt", commit.checkpoint().step())
                .set("nonce", asked.nonce())
                .set("question", asked.question())
                .set("answer_schema", asked.answerSchema())
                .update();
    }
}
