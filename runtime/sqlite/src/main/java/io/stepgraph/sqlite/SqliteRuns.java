package io.stepgraph.sqlite;

import io.stepgraph.jdbc.Database.Subject;
import io.stepgraph.jdbc.Labels;
import io.stepgraph.jdbc.NamedStatement;
import io.stepgraph.jdbc.RowClock;
import io.stepgraph.jdbc.Tx;
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
import io.stepgraph.store.NewRun;
import io.stepgraph.store.QueueRequest;
import io.stepgraph.store.ReopenRequest;
import io.stepgraph.store.RunChange;
import io.stepgraph.store.RunCommand;
import io.stepgraph.store.RunHeader;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.RunStore;
import io.stepgraph.store.Status;
import io.stepgraph.store.StopReason;
import io.stepgraph.store.Store;
import io.stepgraph.store.StoredRun;
import io.stepgraph.store.StoredThread;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Starts, acquires and releases runs, and stores commands for them. */
final class SqliteRuns implements RunStore {
    private final SqliteSession session;
    private final SqliteCommits commits;
    private final SqliteAnswers answers;

    SqliteRuns(SqliteSession session) {
        this.session = session;
        this.commits = new SqliteCommits(session);
        this.answers = new SqliteAnswers(session);
    }

    @Override
    public @Nullable StoredRun start(NewRun run, LeaseRequest leaseRequest) {
        return session.write(run.key(), tx -> {
            return insert(tx, run, leaseRequest, null) ? tx.find(run.key()) : null;
        });
    }

    /**
     * Inserts a run, unless there is one of this key.
     *
     * @param leaseRequest the owner that executes it; null to queue it
     * @param queueRequest how it is queued; null if it has an owner, or may begin at once
     */
    static boolean insert(Tx tx, NewRun run, @Nullable LeaseRequest leaseRequest, @Nullable QueueRequest queueRequest)
            throws SQLException {
        if (tx.summary(run.key()) != null) {
            return false;
        }
        StoredThread left = SqliteThreads.enter(tx, run);
        tx.sql(SqliteSql.INSERT_RUN)
                .set(run)
                .set(leaseRequest)
                .set("state", left == null ? run.state() : left.state())
                .setQueue(queueRequest)
                .update();
        tx.sql(SqliteSql.INSERT_START).set(run.key()).set("start", run.start()).update();
        Labels.add(tx, run.key(), run.labels());
        return true;
    }

    @Override
    public @Nullable StoredRun find(RunKey key) {
        return session.read(key, tx -> tx.find(key));
    }

    @Override
    public @Nullable RunHeader summary(RunKey key) {
        return session.read(key, tx -> tx.summary(key));
    }

    @Override
    public @Nullable StoredRun acquire(AcquireRequest request) {
        request.check();
        StoredRun seen = request.seen();
        return session.write(seen.key(), tx -> {
            if (seen.thread() != null && seen.status() == Status.FAILED) {
                SqliteThreads.checkReopened(tx, seen.key(), seen.runNumber(), seen.revision());
            }
            if (seen.status() == Status.RUNNING && !request.isOwnerDead() && !isLeaseOver(tx, seen.key())) {
                return null;
            }
            if (!SqliteMessages.fits(tx, seen.runNumber(), request.takes())) {
                return null;
            }
            int acquired = tx.sql(SqliteSql.ACQUIRE)
                    .setSeen(seen)
                    .set(request.leaseRequest())
                    .set(request.checkpoint())
                    .setEvents(request.events())
                    .update();
            if (acquired == 0) {
                return null;
            }
            SqliteMessages.write(tx, seen.runNumber(), request.takes());
            return tx.find(seen.key());
        });
    }

    private static boolean isLeaseOver(Tx tx, RunKey key) throws SQLException {
        RunHeader now = tx.summary(key);
        return now != null && now.isLeaseOver();
    }

    @Override
    public void release(Lease lease) {
        session.write(lease.key(), tx -> {
            if (tx.sql(SqliteSql.RELEASE).set(lease).update() == 0) {
                endIfRequested(tx, lease);
            }
            return null;
        });
    }

    private static void endIfRequested(Tx tx, Lease lease) throws SQLException {
        RunHeader run = tx.summary(lease.key());
        if (run != null && run.isHeldUnder(lease)) {
            RunChange end = RunChange.released(lease.key(), run.cancelRequestedBy(), run.stopAs());
            if (end != null) {
                change(tx, lease.key(), run, end);
            }
        }
    }

    @Override
    public boolean end(StoredRun seen, StopReason stopReason, List<Json> events) {
        seen.checkEndable(stopReason);
        return session.write(
                seen.key(),
                tx -> ends(tx, seen.key(), seen.summary(), stopReason, events, isLeaseOver(tx, seen.key())));
    }

    private static boolean ends(
            Tx tx, RunKey key, RunHeader seen, StopReason stopReason, List<Json> events, boolean mayEndExecuted)
            throws SQLException {
        NamedStatement end = tx.sql(SqliteSql.END)
                .set(key, seen.runNumber())
                .set("fencing_token", seen.fencingToken())
                .set("revision", seen.revision())
                .set("command_version", seen.commandVersion())
                .set("was", seen.status().name())
                .set("may_end", mayEndExecuted)
                .setEvents(events);
        if (end.set("status", stopReason.status().name()).setEnd(stopReason).update() == 0) {
            return false;
        }
        SqliteThreads.leave(tx, key, seen.runNumber());
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
    public boolean reopenQuestion(StoredRun answered, Json answerSchema, @Nullable Due due, List<Json> events) {
        return answers.reopenQuestion(answered, answerSchema, due, events);
    }

    @Override
    public List<RunKey> expired(String namespace, int limit) {
        Store.checkLimit(limit);
        return session.read(Subject.namespace(namespace), tx -> {
            RowClock clock = tx.clock();
            List<RunKey> over = new ArrayList<>();
            tx.sql(SqliteSql.MAYBE_EXPIRED)
                    .set("namespace", namespace)
                    .all(row -> clock.leaseUntil(row) <= clock.now(row)
                            && over.add(new RunKey(namespace, row.getString("id"))));
            return over.subList(0, Math.min(limit, over.size()));
        });
    }

    @Override
    public RunHeader command(RunKey key, @Nullable Long runNumber, RunCommand command) {
        return session.write(key, tx -> {
            RunHeader run = existing(tx, key, runNumber);
            RunCommand own = SqliteFamilies.within(tx, key, run, command);
            RunChange change = own.change(key, run);
            if (change == null) {
                return run;
            }
            change(tx, key, run, change);
            SqliteFamilies.command(tx, run.runNumber(), own);
            return existing(tx, key, runNumber);
        });
    }

    static void change(Tx tx, RunKey key, RunHeader run, RunChange change) throws SQLException {
        if (change.end() != null) {
            ends(tx, key, run, change.end(), List.of(), true);
        }
        if (change.labels() != null) {
            Labels.replace(tx, key, run.runNumber(), change.labels());
        }
        tx.sql(SqliteSql.CHANGE).set(change).set("run", run.runNumber()).any();
    }

    private static RunHeader existing(Tx tx, RunKey key, @Nullable Long runNumber) throws SQLException {
        RunHeader run = tx.summary(key);
        if (run == null || (runNumber != null && run.runNumber() != runNumber)) {
            throw key.notFound();
        }
        return run;
    }

    @Override
    public boolean reopen(ReopenRequest request) {
        return session.write(request.key(), tx -> {
            SqliteThreads.checkReopened(tx, request.key(), request.runNumber(), null);
            return SqliteFamilies.reopen(tx, request);
        });
    }

    @Override
    public @Nullable List<RunKey> stopCalled(StoredRun caller, RunCommand.Stop stop) {
        return session.write(
                caller.key(),
                tx -> tx.sql(SqliteSql.STOP_CALLED).setSeen(caller).update() == 0
                        ? null
                        : SqliteFamilies.command(tx, caller.runNumber(), stop));
    }
}
