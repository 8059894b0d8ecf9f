package io.stepgraph.sqlite;

import io.stepgraph.jdbc.EffectReader;
import io.stepgraph.jdbc.NamedStatement;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.sqlite.StoreClock.Moment;
import io.stepgraph.store.AcquireRequest;
import io.stepgraph.store.ClaimRequest;
import io.stepgraph.store.Horizon;
import io.stepgraph.store.JsonTexts;
import io.stepgraph.store.Lease;
import io.stepgraph.store.LeaseRequest;
import io.stepgraph.store.NewRun;
import io.stepgraph.store.Owner;
import io.stepgraph.store.ReopenRequest;
import io.stepgraph.store.RunCommand;
import io.stepgraph.store.RunHeader;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.Status;
import io.stepgraph.store.StopReason;
import io.stepgraph.store.StoredRun;
import io.stepgraph.store.StoredThread;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Starts, acquires, releases and deletes runs, and stores commands for them. */
final class SqliteRuns {
    private final SqliteSession session;
    private final SqliteLogs logs;
    private final SqliteThreads threads;
    private final SqliteEffects effects;

    SqliteRuns(SqliteSession session, SqliteLogs logs, SqliteThreads threads, SqliteEffects effects) {
        this.session = session;
        this.logs = logs;
        this.threads = threads;
        this.effects = effects;
    }

    /** A run that was changed from outside, and whether the change is in its log. */
    private record Changed(long run, boolean isLogged) {
        static Changed read(ResultSet row) throws SQLException {
            return new Changed(row.getLong("run_number"), row.getBoolean("logged"));
        }
    }

    private record Leased(String id, long until) {}

    @Nullable StoredRun start(NewRun run, LeaseRequest leaseRequest) {
        return session.write(run.key(), () -> {
            return insert(run, leaseRequest, null) ? session.find(run.key()) : null;
        });
    }

    /**
     * Inserts a run, unless there is one of this key; to be used within a task.
     *
     * @param leaseRequest the owner that executes it; null to queue it
     * @param dueAt when a queued run may begin; null if at once
     */
    boolean insert(NewRun run, @Nullable LeaseRequest leaseRequest, @Nullable Long dueAt) throws SQLException {
        if (session.summary(run.key()) != null) {
            return false;
        }
        StoredThread left = threads.enter(run);
        session.now(SqliteSql.INSERT_RUN)
                .set(run)
                .set(leaseRequest)
                .set("state", left == null ? run.state() : left.state())
                .set("due_at", dueAt)
                .update();
        session.sql(SqliteSql.INSERT_START)
                .set(run.key())
                .set("start", run.start())
                .update();
        for (Map.Entry<String, String> label : run.labels().entrySet()) {
            label(run.key(), label.getKey(), label.getValue());
        }
        if (run.startedBy() != null) {
            label(run.key(), "", run.startedBy());
        }
        return true;
    }

    private void label(RunKey key, String name, String value) throws SQLException {
        session.sql(SqliteSql.INSERT_LABEL)
                .set(key)
                .set("name", name)
                .set("value", value)
                .update();
    }

    @Nullable StoredRun find(RunKey key) {
        return session.read(key, () -> session.find(key));
    }

    @Nullable RunHeader summary(RunKey key) {
        return session.read(key, () -> session.summary(key));
    }

    @Nullable StoredRun acquire(AcquireRequest request) {
        request.check();
        StoredRun seen = request.seen();
        return session.write(seen.key(), () -> {
            if (seen.thread() != null && seen.status() == Status.FAILED) {
                threads.checkReopened(seen.key(), seen.runNumber(), seen.revision());
            }
            if (seen.status() == Status.RUNNING && !request.isOwnerDead() && !isLeaseOver(seen.key())) {
                return null;
            }
            int acquired = session.now(SqliteSql.ACQUIRE)
                    .setSeen(seen)
                    .set(request.leaseRequest())
                    .set(request.checkpoint())
                    .setEvents(request.events())
                    .update();
            return acquired == 0 ? null : session.find(seen.key());
        });
    }

    private boolean isLeaseOver(RunKey key) throws SQLException {
        RunHeader now = session.summary(key);
        return now != null && now.isLeaseOver();
    }

    void release(Lease lease) {
        session.write(lease.key(), () -> {
            if (session.now(SqliteSql.RELEASE).set(lease).update() == 0) {
                StoredRun run = session.find(lease.key());
                String by = run == null ? null : run.cancelRequestedBy();
                if (run != null && by != null && run.isHeldUnder(lease)) {
                    ends(
                            run.key(),
                            run.summary(),
                            new StopReason.Cancelled(by),
                            List.of(new RunCommand.Cancel(by).event()),
                            true);
                }
            }
            return null;
        });
    }

    boolean end(StoredRun seen, StopReason stopReason, List<Json> events) {
        seen.checkEndable(stopReason);
        return Boolean.TRUE.equals(
                session.write(seen.key(), () -> ends(seen.key(), seen.summary(), stopReason, events, false)));
    }

    private boolean ends(RunKey key, RunHeader seen, StopReason stopReason, List<Json> events, boolean byOwner)
            throws SQLException {
        NamedStatement end = session.now(SqliteSql.END)
                .set(key, seen.runNumber())
                .set("fencing_token", seen.fencingToken())
                .set("revision", seen.revision())
                .set("command_version", seen.commandVersion())
                .set("was", seen.status().name())
                .set("may_end", byOwner || isLeaseOver(key))
                .setEvents(events);
        if (end.set("status", stopReason.status().name()).setEnd(stopReason).update() == 0) {
            return false;
        }
        threads.leave(key, seen.runNumber());
        return true;
    }

    List<RunKey> expired(String namespace, int limit) {
        return Objects.requireNonNull(session.read("Namespace '" + namespace + "'", () -> {
            Moment now = session.now();
            return now
                    .set(session.sql(SqliteSql.MAYBE_EXPIRED))
                    .set("namespace", namespace)
                    .all(row -> new Leased(row.getString("id"), now.leaseUntil(row)))
                    .stream()
                    .filter(run -> run.until <= now.now())
                    .limit(limit)
                    .map(run -> new RunKey(namespace, run.id))
                    .toList();
        }));
    }

    RunHeader command(RunKey key, @Nullable Long runNumber, RunCommand command) {
        return Objects.requireNonNull(session.write(
                key,
                () -> command instanceof RunCommand.Cancel cancel
                        ? cancel(key, runNumber, cancel)
                        : setMode(key, runNumber, (RunCommand.SetMode) command)));
    }

    private RunHeader setMode(RunKey key, @Nullable Long runNumber, RunCommand.SetMode set) throws SQLException {
        Changed changed = session.now(SqliteSql.SET_MODE)
                .set(key)
                .set("run", runNumber)
                .set("mode", set.mode().name())
                .set("by", set.by())
                .set("modes", JsonTexts.array(ClaimRequest.modesUpTo(set.mode())))
                .first(Changed::read);
        if (changed != null && changed.isLogged) {
            logs.add(key, changed.run, set.event());
        }
        return existing(key, runNumber);
    }

    private RunHeader cancel(RunKey key, @Nullable Long runNumber, RunCommand.Cancel cancel) throws SQLException {
        session.sql(SqliteSql.CANCEL)
                .set(key)
                .set("run", runNumber)
                .set("by", cancel.by())
                .set(
                        "statuses",
                        JsonTexts.array(
                                cancel.statuses().stream().map(Status::name).toList()))
                .update();
        RunHeader run = existing(key, runNumber);
        String by = run.cancelRequestedBy();
        if (by == null || !cancel.statuses().contains(run.status()) || run.isExecuted()) {
            return run;
        }
        ends(key, run, new StopReason.Cancelled(by), List.of(new RunCommand.Cancel(by).event()), false);
        return existing(key, runNumber);
    }

    private RunHeader existing(RunKey key, @Nullable Long runNumber) throws SQLException {
        RunHeader run = session.summary(key);
        if (run == null || (runNumber != null && run.runNumber() != runNumber)) {
            throw key.notFound();
        }
        return run;
    }

    boolean reopen(ReopenRequest request) {
        return Boolean.TRUE.equals(session.write(request.key(), () -> {
            threads.checkReopened(request.key(), request.runNumber(), null);
            return session.now(SqliteSql.REOPEN)
                            .set(request.key(), request.runNumber())
                            .set("visit", request.visit())
                            .setEvents(request.events())
                            .update()
                    == 1;
        }));
    }

    boolean delete(RunKey key) {
        return Boolean.TRUE.equals(session.write(key, () -> {
            RunHeader run = session.summary(key);
            if (run == null || !run.status().isEnd()) {
                return false;
            }
            Moment now = session.now();
            key.checkNoneInDoubt(
                    session.sql(SqliteSql.FIND_RUN_IN_DOUBT).set(key).all(row -> EffectReader.read(key, row, now)));
            return session.sql(SqliteSql.DELETE).set(key).update() == 1;
        }));
    }

    int prune(String namespace, Instant endedBefore, int limit) {
        return Objects.requireNonNull(session.write(
                "Namespace '" + namespace + "'",
                () -> prunable(SqliteSql.PRUNE, namespace, endedBefore, limit).update()));
    }

    int countPrunable(String namespace, Instant endedBefore, int limit) {
        return Objects.requireNonNull(session.read(
                "Namespace '" + namespace + "'",
                () -> prunable(SqliteSql.COUNT_PRUNABLE, namespace, endedBefore, limit)
                        .first(row -> row.getInt("count"))));
    }

    private NamedStatement prunable(String statement, String namespace, Instant endedBefore, int limit)
            throws SQLException {
        return session.sql(statement)
                .set("namespace", namespace)
                .set("before", millis(endedBefore))
                .set("limit", limit);
    }

    int deleteAll(String namespace, int limit) {
        return Objects.requireNonNull(session.write("Namespace '" + namespace + "'", () -> {
            int gone = session.sql(SqliteSql.DELETE_ALL)
                    .set("namespace", namespace)
                    .set("limit", limit)
                    .update();
            if (gone == 0) {
                session.sql(SqliteSql.DELETE_THREADS)
                        .set("namespace", namespace)
                        .update();
                effects.deleteKeys(namespace);
            }
            return gone;
        }));
    }

    int deleteMarked(String namespace, Duration age, @Nullable Owner by, int limit) {
        return Objects.requireNonNull(session.write(
                "Namespace '" + namespace + "'",
                () -> session.now(SqliteSql.DELETE_MARKED)
                        .set("namespace", namespace)
                        .set("age", age)
                        .set("runner", by == null ? null : by.runner())
                        .set("limit", limit)
                        .update()));
    }

    /** In milliseconds, within the {@link Horizon}. */
    static long millis(Instant time) {
        return Horizon.within(time).toEpochMilli();
    }
}
