package io.stepgraph.jdbc;

import io.stepgraph.runtime.store.Commit;
import io.stepgraph.runtime.store.CommitResult;
import io.stepgraph.runtime.store.Lease;
import io.stepgraph.runtime.store.Rest;
import io.stepgraph.runtime.store.RunRecord;
import io.stepgraph.runtime.store.Status;
import java.sql.SQLException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Writes what visits leave behind (R2). Whether the lease is good and not over is part of each statement, never asked before
 * it (L1).
 */
final class SqliteCommits {
    private final SqliteSession session;
    private final SqliteThreads threads;
    private final StoreClock clock;

    SqliteCommits(SqliteSession session, SqliteThreads threads, StoreClock clock) {
        this.session = session;
        this.threads = threads;
        this.clock = clock;
    }

    CommitResult commit(Lease lease, Commit commit) {
        return Objects.requireNonNull(session.write(lease.key(), () -> {
            if (!write(lease, commit)) {
                return whyNotWritten(lease, commit);
            }
            return CommitResult.STORED;
        }));
    }

    /** The control number, once the lease is renewed. */
    long renew(Lease lease) {
        return Objects.requireNonNull(session.write(lease.key(), () -> {
            long now = clock.now();
            Long control = session.sql(SqliteSql.RENEW)
                    .set(lease.key(), lease.incarnation())
                    .set("token", lease.token())
                    .set("lease", lease.length().toMillis())
                    .set("now", now)
                    .first(row -> row.getLong("control"));
            if (control == null) {
                RunRecord found = session.find(lease.key(), now);
                throw lease.lost(found == null ? 0 : found.revision(), found);
            }
            return control;
        }));
    }

    private boolean write(Lease lease, Commit commit) throws SQLException {
        Rest rest = commit.rest();
        if (rest == null) {
            return common(SqliteSql.COMMIT_STEP, lease, commit)
                            .set("lease", lease.length().toMillis())
                            .update()
                    == 1;
        }
        if (!rest(lease, commit, rest)) {
            return false;
        }
        if (rest instanceof Rest.Asked asked) {
            ask(lease, commit, asked);
        } else if (rest.status().isEnd()) {
            threads.leave(lease.key(), lease.incarnation());
        }
        return true;
    }

    private boolean rest(Lease lease, Commit commit, Rest rest) throws SQLException {
        Rest.Parked parked = rest instanceof Rest.Parked it ? it : null;
        Statement statement = common(SqliteSql.COMMIT_REST, lease, commit)
                .set(
                        "wake_in",
                        commit.wakeIn() == null ? null : (Long) commit.wakeIn().toMillis())
                .set("parked", parked == null ? null : parked.reason())
                .set(
                        "parked_for",
                        parked == null || parked.required() == null
                                ? null
                                : parked.required().name());
        return bind(statement, rest).update() == 1;
    }

    /** How a run rests, as far as it says so itself. */
    static Statement bind(Statement statement, Rest rest) throws SQLException {
        return statement
                .set("status", rest.status().name())
                .set("cancel_by", rest instanceof Rest.Cancelled cancelled ? cancelled.by() : null)
                .set("failure", rest instanceof Rest.Failed failed ? failed.failure() : null)
                .set("output", rest instanceof Rest.Succeeded succeeded ? succeeded.output() : null);
    }

    private void ask(Lease lease, Commit commit, Rest.Asked asked) throws SQLException {
        session.sql(SqliteSql.INSERT_INTERRUPT)
                .set(lease.key(), lease.incarnation())
                .set("visit", commit.checkpoint().visit())
                .set("interrupt", commit.checkpoint().step())
                .set("nonce", asked.nonce())
                .set("now", clock.now())
                .set("question", asked.question())
                .set("accepts", asked.accepts())
                .update();
    }

    private Statement common(String sql, Lease lease, Commit commit) throws SQLException {
        return session.sql(sql)
                .set(lease.key(), lease.incarnation())
                .set("token", lease.token())
                .set("revision", commit.revision())
                .set("control", commit.control())
                .set("fingerprint", commit.fingerprint())
                .set("now", clock.now())
                .setEvents(commit.events())
                .set(commit.checkpoint())
                .set("state", commit.checkpoint().state());
    }

    private @Nullable CommitResult whyNotWritten(Lease lease, Commit commit) throws SQLException {
        RunRecord now = session.find(lease.key(), clock.now());
        if (now != null && now.incarnation() == lease.incarnation() && now.token() == lease.token()) {
            if (commit.isStoredIn(now)) {
                return CommitResult.STORED;
            }
            if (now.status() == Status.RUNNING
                    && !now.isLeaseOver()
                    && now.revision() == commit.revision()
                    && now.control() != commit.control()) {
                return CommitResult.CONTROL_MOVED;
            }
        }
        throw lease.lost(commit.revision(), now);
    }
}
