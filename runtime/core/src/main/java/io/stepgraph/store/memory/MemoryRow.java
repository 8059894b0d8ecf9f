package io.stepgraph.store.memory;

import io.stepgraph.PermissionMode;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.runtime.graph.StepEntry;
import io.stepgraph.store.AcquireRequest;
import io.stepgraph.store.Answer;
import io.stepgraph.store.Commit;
import io.stepgraph.store.CommitResult;
import io.stepgraph.store.Continuation;
import io.stepgraph.store.EventLog;
import io.stepgraph.store.Lease;
import io.stepgraph.store.LeaseRequest;
import io.stepgraph.store.NewRun;
import io.stepgraph.store.Owner;
import io.stepgraph.store.ReopenRequest;
import io.stepgraph.store.Retention;
import io.stepgraph.store.RunCommand;
import io.stepgraph.store.RunHeader;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.Status;
import io.stepgraph.store.StopReason;
import io.stepgraph.store.StoredQuestion;
import io.stepgraph.store.StoredRun;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One run of a {@link MemoryStore}. Every method is called under the store's lock; a check comes before the first change. */
final class MemoryRow {
    final RunKey key;
    final @Nullable String thread;
    final String graph;
    final long runNumber;
    final MemoryStatus status;
    final EffectsInMemory effects = new EffectsInMemory();
    final MemoryTickets tickets = new MemoryTickets();
    final MemoryPosition position;
    final @Nullable String startedBy;
    final Map<String, String> labels;
    private final Retention retention;
    private @Nullable Json start;
    private final Instant startedAt;
    private final @Nullable Instant deadline;
    private final MemoryLog log = new MemoryLog();

    private String fingerprint;
    private long fencingToken = 1;
    private long revision = 1;
    private long commandVersion;
    private PermissionMode mode;
    private @Nullable String cancelRequestedBy;
    private @Nullable Owner endedBy;

    MemoryRow(NewRun run, Json state, MemoryStatus status, long runNumber, Moment now) {
        this.key = run.key();
        this.thread = run.thread();
        this.runNumber = runNumber;
        this.graph = run.graph();
        this.start = run.start();
        this.retention = run.retention();
        this.startedAt = now.wall();
        this.deadline = run.deadline() == null ? null : now.wall().plus(run.deadline());
        this.fingerprint = run.fingerprint();
        this.status = status;
        this.startedBy = run.startedBy();
        this.labels = run.labels();
        this.mode = run.mode();
        this.position = new MemoryPosition(run, state, now.wall());
        log.add(run.events(), now.wall());
    }

    StoredRun read(Moment now) {
        return new StoredRun(
                key,
                runNumber,
                graph,
                fingerprint,
                status.status(),
                fencingToken,
                status.owner(),
                status.countsCrash(),
                revision,
                commandVersion,
                mode,
                cancelRequestedBy,
                start,
                retention,
                thread,
                position.checkpoint(),
                position.state(),
                status.stopReason(),
                startedAt,
                deadline,
                status.leaseUntil(now),
                status.dueAt(now),
                log.last(),
                now.wall());
    }

    RunHeader summary(Moment now) {
        return read(now).summary();
    }

    boolean isMarked() {
        return retention == Retention.DELETE_ON_END && status.status().dropsValues();
    }

    /** Whether a commit of this runner has ended it. */
    boolean wasEndedBy(@Nullable Owner runner) {
        return runner != null && runner.equals(endedBy);
    }

    boolean canAcquire(AcquireRequest request, Moment now) {
        return read(now).isAs(request.seen()) && status.canAcquire(request.isOwnerDead(), now);
    }

    StoredRun acquire(AcquireRequest request, Moment now) {
        return resume(request.checkpoint(), request.leaseRequest(), request.events(), now);
    }

    /** Whether it is the run of the request, as it failed. */
    boolean canReopen(ReopenRequest request) {
        return runNumber == request.runNumber()
                && position.checkpoint().visit() == request.visit()
                && status.status() == Status.FAILED;
    }

    void reopen(List<Json> events, Moment now) {
        StepEntry failed = position.checkpoint();
        position.enter(failed.again(1, 0, failed.visit()), null, now.wall());
        status.reopen(now);
        fencingToken++;
        revision++;
        log.add(events, now.wall());
    }

    CommitResult commit(Lease lease, Commit commit, Moment now) {
        StoredRun before = read(now);
        if (before.isHeldUnder(lease) && revision == commit.revision()) {
            if (commandVersion != commit.commandVersion()) {
                return CommitResult.COMMAND_ARRIVED;
            }
            fingerprint = commit.fingerprint();
            position.enter(commit.checkpoint(), commit.state(), now.wall());
            revision++;
            status.committed(lease.length(), now);
            commit.effects().forEach(end -> effects.end(end, now.monotonic()));
            if (commit.stopReason() != null) {
                Owner writer = status.owner();
                stopReason(commit.stopReason(), commit.dueIn(), now);
                endedBy = status.status().isEnd() ? writer : null;
            }
            log.add(commit.events(), now.wall());
            return CommitResult.STORED;
        }
        if (lease.runNumber() == runNumber && lease.fencingToken() == fencingToken && commit.isStoredIn(before)) {
            return CommitResult.STORED;
        }
        throw lease.lost(commit.revision(), before);
    }

    long renew(Lease lease, Moment now) {
        status.extend(lease.length(), now);
        return commandVersion;
    }

    void release(Lease lease, Moment now) {
        if (read(now).isHeldUnder(lease)) {
            if (cancelRequestedBy == null) {
                status.release(now);
            } else {
                cancelled(cancelRequestedBy, now);
            }
        }
    }

    @Nullable StoredRun answer(Answer answer, @Nullable Continuation next, Moment now) {
        StoredRun run = read(now);
        if (run.hasExpired()) {
            status.expire();
        }
        if (!answer.isNew(run, answer.runNumber() == runNumber ? tickets.find(answer.visit()) : null)) {
            return null;
        }
        if (answer.answer() != null) {
            tickets.close(answer.visit(), answer.answer(), answer.by(), now.wall());
        }
        if (next != null) {
            return resume(next.checkpoint(), next.leaseRequest(), answer.events(), now);
        }
        revision++;
        stopReason(answer.stored(), null, now);
        log.add(answer.events(), now.wall());
        return read(now);
    }

    void reopenQuestion(Json answerSchema, @Nullable Duration dueIn, List<Json> events, Moment now) {
        StopReason.QuestionAsked again = tickets.reopen(position.checkpoint().visit(), answerSchema);
        revision++;
        status.stop(again, dueIn, now);
        log.add(events, now.wall());
    }

    private StoredRun resume(StepEntry next, LeaseRequest leaseRequest, List<Json> events, Moment now) {
        position.enter(next, null, now.wall());
        status.run(leaseRequest, now);
        fencingToken++;
        revision++;
        log.add(events, now.wall());
        return read(now);
    }

    void end(StopReason how, List<Json> events, Moment now) {
        stopReason(how, null, now);
        log.add(events, now.wall());
    }

    /** A person has resolved an effect. An owner that is about to park the run looks again. */
    void resolved(Moment now) {
        commandVersion++;
        MemoryQueue.resolved(this, now);
    }

    void command(RunCommand change, Moment now) {
        if (change instanceof RunCommand.SetMode set) {
            mode = set.mode();
            commandVersion++;
            status.modeSet(mode, now);
            if (!status.status().isEnd()) {
                log.add(List.of(change.event()), now.wall());
            }
        } else if (change instanceof RunCommand.Cancel cancel
                && cancel.statuses().contains(status.status())) {
            String by = cancelRequestedBy;
            if (by == null) {
                by = cancel.by();
                cancelRequestedBy = by;
                commandVersion++;
            }
            if (!read(now).isExecuted()) {
                cancelled(by, now);
            }
        }
    }

    List<StoredQuestion> questions() {
        return tickets.questions();
    }

    EventLog events(long after, int batches) {
        return log.read(runNumber, status.status().isEnd(), after, batches);
    }

    private void cancelled(String by, Moment now) {
        stopReason(new StopReason.Cancelled(by), null, now);
        log.add(List.of(new RunCommand.Cancel(by).event()), now.wall());
    }

    private void stopReason(StopReason why, @Nullable Duration dueIn, Moment now) {
        status.stop(why, dueIn, now);
        effects.stopped(why, now.monotonic());
        if (why instanceof StopReason.QuestionAsked asked) {
            tickets.open(position.checkpoint(), asked, now.wall());
        } else if (why instanceof StopReason.Cancelled cancelled) {
            cancelRequestedBy = cancelled.by();
        }
    }

    /** Drops the values that an ended run does not keep. */
    void dropValues() {
        if (status.status().dropsValues()) {
            start = null;
            position.drop();
        }
    }
}
