package io.stepgraph.sqlite;

import io.stepgraph.jdbc.NamedStatement;
import io.stepgraph.runtime.CheckpointWork;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.sqlite.StoreClock.Moment;
import io.stepgraph.store.AcquireRequest;
import io.stepgraph.store.Answer;
import io.stepgraph.store.ClaimRequest;
import io.stepgraph.store.Commit;
import io.stepgraph.store.CommitResult;
import io.stepgraph.store.Continuation;
import io.stepgraph.store.Horizon;
import io.stepgraph.store.JsonTexts;
import io.stepgraph.store.Lease;
import io.stepgraph.store.LeaseRequest;
import io.stepgraph.store.NewRun;
import io.stepgraph.store.ReopenRequest;
import io.stepgraph.store.RunCommand;
import io.stepgraph.store.RunHeader;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.RunStore;
import io.stepgraph.store.Status;
import io.stepgraph.store.StopReason;
import io.stepgraph.store.Store;
import io.stepgraph.store.StoredRun;
import io.stepgraph.store.StoredThread;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Starts, acquires and releases runs, and stores commands for them. */
final class SqliteRuns implements RunStore {
    private final SqliteSession session;
    private final SqliteLogs logs;
    private final SqliteThreads threads;
    private final SqliteCommits commits;
    private final SqliteAnswers answers;

    SqliteRuns(SqliteSession session, SqliteLogs logs, SqliteThreads threads, SqliteEffects effects) {
        this.session = session;
        this.logs = logs;
        this.threads = threads;
        this.commits = new SqliteCommits(session, threads, effects);
        this.answers = new SqliteAnswers(session);
    }

    /** A run that was changed from outside, and whether the change is in its log. */
    private record Changed(long run, boolean isLogged) {
        static Changed read(ResultSet row) throws SQLException {
            return new Changed(row.getLong("run_number"), row.getBoolean("logged"));
        }
    }

    private record Leased(String id, long until) {}

    @Override
    public @Nullable StoredRun start(NewRun run, LeaseRequest leaseRequest) {
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

    @Override
    public @Nullable StoredRun find(RunKey key) {
        return session.read(key, () -> session.find(key));
    }

    @Override
    public @Nullable RunHeader summary(RunKey key) {
        return session.read(key, () -> session.summary(key));
    }

    @Override
    public @Nullable StoredRun acquire(AcquireRequest request) {
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

    @Override
    public void release(Lease lease) {
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

    @Override
    public boolean end(StoredRun seen, StopReason stopReason, List<Json> events) {
        seen.checkEndable(stopReason);
        return session.write(seen.key(), () -> ends(seen.key(), seen.summary(), stopReason, events, false));
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

    @Override
    public CommitResult commit(Lease lease, Commit commit) {
        return commits.commit(lease, commit, null);
    }

    @Override
    public CommitResult commit(Lease lease, Commit commit, CheckpointWork work) {
        return commits.commit(lease, commit, work);
    }

    @Override
    public long renew(Lease lease) {
        return commits.renew(lease);
    }

    @Override
    public @Nullable StoredRun answer(Answer answer, @Nullable Continuation next) {
        return answers.answer(answer, next);
    }

    @Override
    public boolean reopenQuestion(StoredRun answered, Json answerSchema, @Nullable Duration dueIn, List<Json> events) {
        return answers.reopenQuestion(answered, answerSchema, dueIn, events);
    }

    @Override
    public List<RunKey> expired(String namespace, int limit) {
        Store.checkLimit(limit);
        return session.read("Namespace '" + namespace + "'", () -> {
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
        });
    }

    @Override
    public RunHeader command(RunKey key, @Nullable Long runNumber, RunCommand command) {
        return session.write(
                key,
                () -> command instanceof RunCommand.Cancel cancel
                        ? cancel(key, runNumber, cancel)
                        : setMode(key, runNumber, (RunCommand.SetMode) command));
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

    @Override
    public boolean reopen(ReopenRequest request) {
        return session.write(request.key(), () -> {
            threads.checkReopened(request.key(), request.runNumber(), null);
            return session.now(SqliteSql.REOPEN)
                            .set(request.key(), request.runNumber())
                            .set("visit", request.visit())
                            .setEvents(request.events())
                            .update()
                    == 1;
        });
    }

    /** In milliseconds, within the {@link Horizon}. */
    static long millis(Instant time) {
        return Horizon.within(time).toEpochMilli();
    }
}
