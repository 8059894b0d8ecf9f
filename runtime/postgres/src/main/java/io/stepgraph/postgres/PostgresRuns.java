package io.stepgraph.postgres;

import io.stepgraph.jdbc.Database.Subject;
import io.stepgraph.runtime.CheckpointWork;
import io.stepgraph.runtime.graph.Due;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.store.AcquireRequest;
import io.stepgraph.store.Answer;
import io.stepgraph.store.Commit;
import io.stepgraph.store.CommitResult;
import io.stepgraph.store.Continuation;
import io.stepgraph.store.Lease;
import io.stepgraph.store.LeaseRequest;
import io.stepgraph.store.MessageWrite;
import io.stepgraph.store.NewRun;
import io.stepgraph.store.ReopenRequest;
import io.stepgraph.store.RunCommand;
import io.stepgraph.store.RunHeader;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.RunStore;
import io.stepgraph.store.StopReason;
import io.stepgraph.store.Store;
import io.stepgraph.store.StoredRun;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Starts, finds, acquires, renews, releases and ends runs, and stores commands for them. A hint follows each write. */
final class PostgresRuns implements RunStore {
    private final PostgresSession session;
    private final PostgresStarts starts;
    private final PostgresAcquisitions acquisitions;
    private final PostgresCommits commits;
    private final PostgresAnswers answers;
    private final PostgresCommands commands;
    private final CallHints callHints;
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
        this.callHints = new CallHints(session, hints);
        this.commands = new PostgresCommands(session, callHints);
        this.commits = new PostgresCommits(session, writes, transactions, callHints);
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
        return committed(lease.key(), commit, commits.commit(lease, commit));
    }

    @Override
    public CommitResult commit(Lease lease, Commit commit, CheckpointWork work) {
        return committed(lease.key(), commit, commits.commit(lease, commit, work));
    }

    /** Somebody waits for a reply (Q9). */
    private CommitResult committed(RunKey run, Commit commit, CommitResult result) {
        if (commit.result().messages() instanceof MessageWrite.Replies) {
            hints.claimable(run);
        } else {
            hints.changed(run);
        }
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
    public boolean reopenQuestion(StoredRun answered, Json answerSchema, @Nullable Due due, List<Json> events) {
        boolean isWaiting = answers.reopenQuestion(answered, answerSchema, due, events);
        hints.changed(answered.key());
        return isWaiting;
    }

    @Override
    public boolean reopen(ReopenRequest request) {
        List<RunKey> opened = acquisitions.reopen(request);
        opened.forEach(hints::claimable);
        return !opened.isEmpty();
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

    @Override
    public void release(Lease lease) {
        Long endedOf = session.write(
                lease.key(),
                tx -> tx.sql(PostgresSql.RELEASE).set(lease).any() ? 0L : PostgresCommands.endReleased(tx, lease));
        hints.claimable(lease.key());
        callHints.ended(lease.key(), endedOf);
    }

    /** Ends a run, if it is still as it was seen, and nobody executes it. */
    @Override
    public boolean end(StoredRun seen, StopReason stopReason, List<Json> events) {
        seen.checkEndable(stopReason);
        Long endedOf = session.call(
                seen.key(), tx -> PostgresCommands.end(tx, seen.key(), seen.summary(), stopReason, events, false));
        hints.changed(seen.key());
        if (endedOf != null) {
            callHints.ended(seen.key(), endedOf);
        }
        return endedOf != null;
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
        return commands.command(key, runNumber, command);
    }

    @Override
    public @Nullable List<RunKey> stopCalled(StoredRun caller, RunCommand.Stop stop) {
        return commands.stopCalled(caller, stop);
    }
}
