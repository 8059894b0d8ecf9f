package io.stepgraph.jdbc;

import io.stepgraph.runtime.store.Control;
import io.stepgraph.runtime.store.Json;
import io.stepgraph.runtime.store.Lease;
import io.stepgraph.runtime.store.Rest;
import io.stepgraph.runtime.store.RunKey;
import io.stepgraph.runtime.store.RunRecord;
import io.stepgraph.runtime.store.Standing;
import io.stepgraph.runtime.store.Status;
import io.stepgraph.runtime.store.Store;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Finds, renews, releases, ends and controls runs. */
final class PostgresRuns {
    private final PostgresSession session;

    PostgresRuns(PostgresSession session) {
        this.session = session;
    }

    @Nullable RunRecord find(RunKey key) {
        return session.call(key, sql -> sql.read(key));
    }

    @Nullable Standing standing(RunKey key) {
        return session.call(key, sql -> {
            try (NamedStatement standing = sql.of(PostgresSql.STANDING)) {
                return standing.set(key).first(row -> RowReader.standing(row, row.getLong("read_at")));
            }
        });
    }

    long renew(Lease lease) {
        Long control = session.call(lease.key(), sql -> {
            try (NamedStatement renew = sql.of(PostgresSql.RENEW)) {
                return renew.set(lease).set("lease", lease.length()).first(row -> row.getLong("command_version"));
            }
        });
        if (control == null) {
            RunRecord now = find(lease.key());
            throw lease.lost(now == null ? 0 : now.revision(), now);
        }
        return control;
    }

    /** A run that is to be cancelled has to end instead; that it is to be is seen in the same statement. */
    void release(Lease lease) {
        while (!isReleased(lease)) {
            RunRecord now = find(lease.key());
            if (now == null
                    || now.runNumber() != lease.runNumber()
                    || now.fencingToken() != lease.fencingToken()
                    || now.status() != Status.RUNNING
                    || now.isLeaseOver()) {
                return;
            }
            String by = now.cancelBy();
            if (by != null && end(now, new Rest.Cancelled(by), List.of(new Control.Cancel(by).event()), true)) {
                return;
            }
        }
    }

    private boolean isReleased(Lease lease) {
        return Boolean.TRUE.equals(session.call(lease.key(), sql -> {
            try (NamedStatement release = sql.of(PostgresSql.RELEASE)) {
                return release.set(lease).any();
            }
        }));
    }

    /** Ends a run, if it is still as it was seen, and nobody executes it. */
    boolean end(RunRecord seen, Rest rest, List<Json> events) {
        seen.checkEndable(rest);
        return end(seen, rest, events, false);
    }

    private boolean end(RunRecord seen, Rest rest, List<Json> events, boolean byOwner) {
        return Boolean.TRUE.equals(session.call(seen.key(), sql -> end(sql, seen, rest, events, byOwner)));
    }

    private static boolean end(PostgresSession.Sql sql, RunRecord seen, Rest rest, List<Json> events, boolean byOwner)
            throws SQLException {
        try (NamedStatement end = sql.of(PostgresSql.END)) {
            return end.setSeen(seen)
                    .set("command_version", seen.control())
                    .set("by_owner", byOwner)
                    .set("end", rest.status().name())
                    .setEnd(rest)
                    .setEvents(events)
                    .any();
        }
    }

    List<RunKey> expired(String scope, int limit) {
        Store.checkLimit(limit);
        return Objects.requireNonNull(session.call("Scope '" + scope + "'", sql -> {
            try (NamedStatement expired = sql.of(PostgresSql.EXPIRED)) {
                return expired.set("namespace", scope)
                        .set("limit", limit)
                        .all(row -> new RunKey(scope, row.getString("id")));
            }
        }));
    }

    RunRecord control(RunKey key, Control control) {
        return control instanceof Control.SetMode set ? setMode(key, set) : cancel(key, control);
    }

    private RunRecord setMode(RunKey key, Control.SetMode set) {
        return Objects.requireNonNull(session.call(key, sql -> {
            try (NamedStatement change = sql.of(PostgresSql.SET_MODE)) {
                change.set(key)
                        .set("mode", set.mode().name())
                        .set("by", set.by())
                        .setEvents(List.of(set.event()))
                        .any();
            }
            return existing(sql, key);
        }));
    }

    private RunRecord cancel(RunKey key, Control cancel) {
        return Objects.requireNonNull(session.transaction(key, sql -> {
            try (NamedStatement change = sql.of(PostgresSql.CANCEL)) {
                change.set(key).set("by", cancel.by()).any();
            }
            while (true) {
                RunRecord now = existing(sql, key);
                String by = now.cancelBy();
                if (by == null || now.status().isEnd() || now.isExecuted()) {
                    return now;
                }
                if (end(sql, now, new Rest.Cancelled(by), List.of(new Control.Cancel(by).event()), false)) {
                    return existing(sql, key);
                }
            }
        }));
    }

    private static RunRecord existing(PostgresSession.Sql sql, RunKey key) throws SQLException {
        RunRecord run = sql.read(key);
        if (run == null) {
            throw key.notFound();
        }
        return run;
    }
}
