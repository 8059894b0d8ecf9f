package io.stepgraph.postgres;

import io.stepgraph.jdbc.Database.Subject;
import io.stepgraph.jdbc.Tx;
import io.stepgraph.runtime.CheckpointWork;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.store.AcquireRequest;
import io.stepgraph.store.Answer;
import io.stepgraph.store.ClaimRequest;
import io.stepgraph.store.Commit;
import io.stepgraph.store.CommitResult;
import io.stepgraph.store.Continuation;
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
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Starts, finds, acquires, renews, releases and ends runs, and stores commands for them. A hint follows each write. */
final class PostgresRuns implements RunStore {
    private final PostgresSession session;
    private final PostgresStarts starts;
    private final PostgresAcquisitions acquisitions;
    private final PostgresCommits commits;
    private final PostgresAnswers answers;
    private final Hints hints;

    PostgresRuns(
            PostgresSession session,
            PostgresStarts starts,
            SharedWrites writes,
            JoinedTransactions transactions,
            Hints hints) {
        this.session = session;
        this.starts = starts;
        this.acquisitions = new PostgresAcquisitions(session);
        this.commits = new PostgresCommits(session, writes, transactions);
        this.answers = new PostgresAnswers(session);
        this.hints = hints;
    }

    @Override
    public @Nullable StoredRun start(NewRun run, LeaseRequest leaseRequest) {
        StoredRun started = starts.start(run, leaseRequest);
        hints.changed(run.key());
        return started;
    }

    @Override
    public @Nullable StoredRun acquire(AcquireRequest request) {
        StoredRun acquired = acquisitions.acquire(request);
        hints.changed(request.seen().key());
        return acquired;
    }

    @Override
    public CommitResult commit(Lease lease, Commit commit) {
        CommitResult result = commits.commit(lease, commit);
        hints.changed(lease.key());
        return result;
    }

    @Override
    public CommitResult commit(Lease lease, Commit commit, CheckpointWork work) {
        CommitResult result = commits.commit(lease, commit, work);
        hints.changed(lease.key());
        return result;
    }

    @Override
    public @Nullable StoredRun answer(Answer answer, @Nullable Continuation next) {
        StoredRun answered = answers.answer(answer, next);
        if (next == null) {
            hints.claimable(answer.key());
        } else {
            hints.changed(answer.key());
        }
        return answered;
    }

    @Override
    public boolean reopenQuestion(StoredRun answered, Json answerSchema, @Nullable Duration dueIn, List<Json> events) {
        boolean isWaiting = answers.reopenQuestion(answered, answerSchema, dueIn, events);
        hints.changed(answered.key());
        return isWaiting;
    }

    @Override
    public boolean reopen(ReopenRequest request) {
        boolean isOpened = acquisitions.reopen(request);
        hints.claimable(request.key());
        return isOpened;
    }

    @Override
    public @Nullable StoredRun find(RunKey key) {
        return session.call(key, tx -> tx.find(key));
    }

    @Override
    public @Nullable RunHeader summary(RunKey key) {
        return session.call(key, tx -> tx.summary(key));
    }

    @Override
    public long renew(Lease lease) {
        Long commandVersion = session.call(
                lease.key(),
                tx -> tx.sql(PostgresSql.RENEW)
                        .set(lease)
                        .set("lease", lease.length())
                        .first(row -> row.getLong("command_version")));
        if (commandVersion == null) {
            StoredRun now = find(lease.key());
            throw lease.lost(now == null ? 0 : now.revision(), now);
        }
        return commandVersion;
    }

    /** A run that is to be cancelled has to end instead; that it is to be is seen in the same statement. */
    @Override
    public void release(Lease lease) {
        giveBack(lease);
        hints.claimable(lease.key());
    }

    private void giveBack(Lease lease) {
        while (!isReleased(lease)) {
            StoredRun now = find(lease.key());
            if (now == null || !now.isHeldUnder(lease)) {
                return;
            }
            String by = now.cancelRequestedBy();
            if (by != null
                    && end(
                            lease.key(),
                            now.summary(),
                            new StopReason.Cancelled(by),
                            List.of(new RunCommand.Cancel(by).event()),
                            true)) {
                return;
            }
        }
    }

    private boolean isReleased(Lease lease) {
        return session.call(
                lease.key(), tx -> tx.sql(PostgresSql.RELEASE).set(lease).any());
    }

    /** Ends a run, if it is still as it was seen, and nobody executes it. */
    @Override
    public boolean end(StoredRun seen, StopReason stopReason, List<Json> events) {
        seen.checkEndable(stopReason);
        boolean isEnded = end(seen.key(), seen.summary(), stopReason, events, false);
        hints.changed(seen.key());
        return isEnded;
    }

    private boolean end(RunKey key, RunHeader seen, StopReason stopReason, List<Json> events, boolean byOwner) {
        return session.call(key, tx -> end(tx, key, seen, stopReason, events, byOwner));
    }

    private static boolean end(
            Tx tx, RunKey key, RunHeader seen, StopReason stopReason, List<Json> events, boolean byOwner)
            throws SQLException {
        return tx.sql(PostgresSql.END)
                .setSeen(key, seen)
                .set("command_version", seen.commandVersion())
                .set("by_owner", byOwner)
                .set("end", stopReason.status().name())
                .setEnd(stopReason)
                .setEvents(events)
                .any();
    }

    @Override
    public List<RunKey> expired(String namespace, int limit) {
        Store.checkLimit(limit);
        return session.call(
                Subject.namespace(namespace),
                tx -> tx.sql(PostgresSql.EXPIRED)
                        .set("namespace", namespace)
                        .set("limit", limit)
                        .all(row -> new RunKey(namespace, row.getString("id"))));
    }

    @Override
    public RunHeader command(RunKey key, @Nullable Long runNumber, RunCommand command) {
        RunHeader changed = command instanceof RunCommand.Cancel cancel
                ? cancel(key, runNumber, cancel)
                : setMode(key, runNumber, (RunCommand.SetMode) command);
        hints.claimable(key);
        return changed;
    }

    private RunHeader setMode(RunKey key, @Nullable Long runNumber, RunCommand.SetMode set) {
        return session.call(key, tx -> {
            tx.sql(PostgresSql.SET_MODE)
                    .set(key)
                    .set("run", runNumber)
                    .set("mode", set.mode().name())
                    .set("by", set.by())
                    .set("modes", "text", ClaimRequest.modesUpTo(set.mode()).toArray())
                    .setEvents(List.of(set.event()))
                    .any();
            return existing(tx, key, runNumber);
        });
    }

    private RunHeader cancel(RunKey key, @Nullable Long runNumber, RunCommand.Cancel cancel) {
        return session.write(key, tx -> {
            tx.sql(PostgresSql.CANCEL)
                    .set(key)
                    .set("run", runNumber)
                    .set("by", cancel.by())
                    .set(
                            "statuses",
                            "text",
                            cancel.statuses().stream().map(Status::name).toArray())
                    .any();
            while (true) {
                RunHeader now = existing(tx, key, runNumber);
                String by = now.cancelRequestedBy();
                if (by == null || !cancel.statuses().contains(now.status()) || now.isExecuted()) {
                    return now;
                }
                List<Json> events = List.of(new RunCommand.Cancel(by).event());
                if (end(tx, key, now, new StopReason.Cancelled(by), events, false)) {
                    return existing(tx, key, runNumber);
                }
            }
        });
    }

    private static RunHeader existing(Tx tx, RunKey key, @Nullable Long runNumber) throws SQLException {
        RunHeader run = tx.summary(key);
        if (run == null || (runNumber != null && run.runNumber() != runNumber)) {
            throw key.notFound();
        }
        return run;
    }
}
