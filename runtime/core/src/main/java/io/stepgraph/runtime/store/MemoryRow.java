package io.stepgraph.runtime.store;

import io.stepgraph.PermissionMode;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One run of a {@link MemoryStore}. Every method is called under the row's monitor; a check comes before the first change. */
final class MemoryRow {
    private final RunKey key;
    private final long incarnation;
    private final String graph;
    private final Json start;
    private final Instant startedAt;
    private final @Nullable Instant deadline;
    private final Map<Long, Ticket> tickets = new HashMap<>();

    private String fingerprint;
    private Status status = Status.RUNNING;
    private long token = 1;
    private @Nullable Owner owner;
    private long revision = 1;
    private long control;
    private PermissionMode mode;
    private @Nullable String cancelBy;
    private Checkpoint checkpoint;
    private @Nullable Rest rest;
    private boolean deleted;

    /** The ticket of one visit; its answer is null until it is used. */
    private record Ticket(
            String interrupt, String nonce, @Nullable Json answer) {}

    MemoryRow(NewRun run, Owner owner, long incarnation, long now) {
        this.key = run.key();
        this.incarnation = incarnation;
        this.graph = run.graph();
        this.start = run.start();
        this.startedAt = Instant.ofEpochMilli(now);
        this.deadline = run.timeLimit() == null
                ? null
                : Instant.ofEpochMilli(now + run.timeLimit().toMillis());
        this.fingerprint = run.fingerprint();
        this.owner = owner;
        this.mode = run.mode();
        this.checkpoint = run.checkpoint();
    }

    RunRecord read() {
        return new RunRecord(
                key,
                incarnation,
                graph,
                fingerprint,
                status,
                token,
                owner,
                revision,
                control,
                mode,
                cancelBy,
                start,
                checkpoint,
                rest,
                startedAt,
                deadline);
    }

    @Nullable RunRecord acquire(RunRecord seen, Owner by) {
        if (seen.incarnation() != incarnation
                || seen.token() != token
                || seen.revision() != revision
                || seen.status() != status) {
            return null;
        }
        if (status == Status.RUNNING) {
            checkpoint = again(checkpoint.attempt(), checkpoint.crashes() + 1, checkpoint.budgetFrom());
        } else if (status == Status.FAILED) {
            checkpoint = again(1, 0, checkpoint.visit());
        }
        run(by);
        return read();
    }

    CommitResult commit(Lease lease, Commit commit) {
        if (isHeldBy(lease) && revision == commit.revision()) {
            if (control != commit.control()) {
                return CommitResult.CONTROL_MOVED;
            }
            fingerprint = commit.fingerprint();
            checkpoint = keepingState(commit.checkpoint());
            revision++;
            if (commit.rest() != null) {
                rest(commit.rest());
            }
            return CommitResult.STORED;
        }
        if (lease.incarnation() == incarnation && lease.token() == token && commit.isStoredIn(read())) {
            return CommitResult.STORED;
        }
        throw lease.lost(commit.revision(), read());
    }

    void release(Lease lease) {
        if (isHeldBy(lease)) {
            revision++;
            if (cancelBy != null) {
                rest(new Rest.Cancelled(cancelBy));
            } else {
                status = Status.QUEUED;
                owner = null;
            }
        }
    }

    @Nullable RunRecord answer(Answer answer, Owner by) {
        Ticket ticket = answer.incarnation() == incarnation ? tickets.get(answer.visit()) : null;
        if (ticket == null || !ticket.nonce.equals(answer.nonce())) {
            throw answer.stale(read(), null, false);
        }
        if (answer.answer().equals(ticket.answer)) {
            return null;
        }
        if (ticket.answer != null || !(rest instanceof Rest.Asked)) {
            throw answer.stale(read(), ticket.interrupt, ticket.answer != null);
        }
        tickets.put(answer.visit(), new Ticket(ticket.interrupt, ticket.nonce, answer.answer()));
        checkpoint = keepingState(answer.checkpoint());
        run(by);
        return read();
    }

    RunRecord control(Control change) {
        if (change instanceof Control.SetMode set) {
            mode = set.mode();
            control++;
        } else if (cancelBy == null && !status.isEnd()) {
            cancelBy = change.by();
            control++;
            if (status != Status.RUNNING) {
                rest(new Rest.Cancelled(change.by()));
            }
        }
        return read();
    }

    boolean delete() {
        deleted = status.isEnd();
        return deleted;
    }

    boolean isDeleted() {
        return deleted;
    }

    private boolean isHeldBy(Lease lease) {
        return lease.incarnation() == incarnation && lease.token() == token && status == Status.RUNNING;
    }

    private void run(Owner by) {
        status = Status.RUNNING;
        rest = null;
        owner = by;
        token++;
        revision++;
    }

    private void rest(Rest why) {
        status = why.status();
        rest = why;
        owner = null;
        if (why instanceof Rest.Asked asked) {
            tickets.put(checkpoint.visit(), new Ticket(checkpoint.step(), asked.nonce(), null));
        } else if (why instanceof Rest.Cancelled cancelled) {
            cancelBy = cancelled.by();
        }
        if (status.dropsValues()) {
            checkpoint = new Checkpoint(
                    checkpoint.step(),
                    null,
                    null,
                    checkpoint.visit(),
                    checkpoint.attempt(),
                    checkpoint.crashes(),
                    checkpoint.budgetFrom(),
                    checkpoint.marks());
        }
    }

    private Checkpoint again(int attempt, int crashes, long budgetFrom) {
        return new Checkpoint(
                checkpoint.step(),
                checkpoint.input(),
                checkpoint.state(),
                checkpoint.visit(),
                attempt,
                crashes,
                budgetFrom,
                checkpoint.marks());
    }

    private Checkpoint keepingState(Checkpoint next) {
        return next.state() != null
                ? next
                : new Checkpoint(
                        next.step(),
                        next.input(),
                        checkpoint.state(),
                        next.visit(),
                        next.attempt(),
                        next.crashes(),
                        next.budgetFrom(),
                        next.marks());
    }
}
