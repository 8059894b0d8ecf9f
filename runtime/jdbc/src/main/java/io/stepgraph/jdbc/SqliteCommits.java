package io.stepgraph.jdbc;

import io.stepgraph.runtime.store.Commit;
import io.stepgraph.runtime.store.CommitResult;
import io.stepgraph.runtime.store.Lease;
import io.stepgraph.runtime.store.Rest;
import io.stepgraph.runtime.store.RunRecord;
import io.stepgraph.runtime.store.Status;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Writes what visits leave behind (R2). Whether the lease is good is part of each statement, never asked before it (L1). */
final class SqliteCommits {
    private final SqliteSession session;
    private final StoreClock clock;

    SqliteCommits(SqliteSession session, StoreClock clock) {
        this.session = session;
        this.clock = clock;
    }

    CommitResult commit(Lease lease, Commit commit) {
        Rest rest = commit.rest();
        CommitResult result;
        if (rest == null) {
            result = session.call(lease.key(), () -> step(lease, commit));
        } else if (rest instanceof Rest.Asked asked) {
            result = session.transaction(lease.key(), () -> ask(lease, commit, asked));
        } else {
            result = session.call(lease.key(), () -> rest(lease, commit, rest));
        }
        return result != null ? result : whyNotWritten(lease, commit);
    }

    private @Nullable CommitResult step(Lease lease, Commit commit) throws SQLException {
        int updated = common(SqliteSql.COMMIT_STEP, lease, commit).update();
        return updated == 1 ? CommitResult.STORED : null;
    }

    private @Nullable CommitResult rest(Lease lease, Commit commit, Rest rest) throws SQLException {
        Rest.Parked parked = rest instanceof Rest.Parked it ? it : null;
        int updated = common(SqliteSql.COMMIT_REST, lease, commit)
                .set("status", rest.status().name())
                .set("now", clock.now())
                .set("parked", parked == null ? null : parked.reason())
                .set(
                        "parked_for",
                        parked == null || parked.required() == null
                                ? null
                                : parked.required().name())
                .set("cancel_by", rest instanceof Rest.Cancelled cancelled ? cancelled.by() : null)
                .set("failure", rest instanceof Rest.Failed failed ? failed.failure() : null)
                .set("output", rest instanceof Rest.Succeeded succeeded ? succeeded.output() : null)
                .update();
        return updated == 1 ? CommitResult.STORED : null;
    }

    private @Nullable CommitResult ask(Lease lease, Commit commit, Rest.Asked asked) throws SQLException {
        CommitResult rested = rest(lease, commit, asked);
        if (rested != null) {
            session.sql(SqliteSql.INSERT_INTERRUPT)
                    .set("run", lease.incarnation())
                    .set("visit", commit.checkpoint().visit())
                    .set("interrupt", commit.checkpoint().step())
                    .set("nonce", asked.nonce())
                    .set("now", clock.now())
                    .set("question", asked.question())
                    .set("accepts", asked.accepts())
                    .update();
        }
        return rested;
    }

    private Statement common(String sql, Lease lease, Commit commit) throws SQLException {
        return session.sql(sql)
                .set("run", lease.incarnation())
                .set("token", lease.token())
                .set("revision", commit.revision())
                .set("control", commit.control())
                .set("fingerprint", commit.fingerprint())
                .set(commit.checkpoint())
                .set("state", commit.checkpoint().state());
    }

    private CommitResult whyNotWritten(Lease lease, Commit commit) {
        RunRecord now = session.call(lease.key(), () -> session.read(lease.key()));
        if (now != null && now.incarnation() == lease.incarnation() && now.token() == lease.token()) {
            if (commit.isStoredIn(now)) {
                return CommitResult.STORED;
            }
            if (now.status() == Status.RUNNING
                    && now.revision() == commit.revision()
                    && now.control() != commit.control()) {
                return CommitResult.CONTROL_MOVED;
            }
        }
        throw lease.lost(commit.revision(), now);
    }
}
