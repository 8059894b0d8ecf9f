package io.stepgraph.runtime.store;

import io.stepgraph.PermissionMode;
import io.stepgraph.runtime.Retention;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** One run of a {@link MemoryStore}. Every method is called under the store's lock; a check comes before the first change. */
final class MemoryRow {
    final RunKey key;
    final @Nullable String thread;
    final String graph;
    private final long incarnation;
    private final Retention retention;
    private Start start;
    private final Instant startedAt;
    private final @Nullable Instant deadline;
    private final Map<Long, Ticket> tickets = new TreeMap<>();
    private final List<Written> log = new ArrayList<>();

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
    private @Nullable Instant leaseUntil;
    private @Nullable Instant wakeAt;
    private @Nullable Instant endedAt;
    private long lastEvent;

    /** The ticket of one visit, and the question that it is for. */
    private record Ticket(String nonce, StoredQuestion asked) {
        @Nullable Json answer() {
            return asked.answer();
        }

        Ticket opened(Json accepts) {
            return with(accepts, null, null, null);
        }

        Ticket closed(Json answer, @Nullable String by, Instant now) {
            return with(asked.accepts(), answer, by, now);
        }

        private Ticket with(Json accepts, @Nullable Json answer, @Nullable String by, @Nullable Instant answeredAt) {
            return new Ticket(
                    nonce,
                    new StoredQuestion(
                            asked.visit(),
                            asked.interrupt(),
                            asked.question(),
                            accepts,
                            asked.askedAt(),
                            answer,
                            by,
                            answeredAt));
        }
    }

    /** What one write has added to the log. */
    private record Written(long last, Instant at, List<Json> events) {
        EventLog.Batch batch() {
            return EventLog.Batch.of(last, at, events);
        }
    }

    MemoryRow(NewRun run, Checkpoint checkpoint, Claim claim, long incarnation, Instant now) {
        this.key = run.key();
        this.thread = run.thread();
        this.incarnation = incarnation;
        this.graph = run.graph();
        this.start = run.start();
        this.retention = run.retention();
        this.startedAt = now;
        this.deadline = run.timeLimit() == null ? null : now.plus(run.timeLimit());
        this.fingerprint = run.fingerprint();
        this.owner = claim.owner();
        this.leaseUntil = now.plus(claim.lease());
        this.mode = run.mode();
        this.checkpoint = checkpoint;
        log(run.events(), now);
    }

    RunRecord read(Instant now) {
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
                retention,
                thread,
                checkpoint,
                rest,
                startedAt,
                deadline,
                leaseUntil,
                wakeAt,
                lastEvent,
                now);
    }

    Standing standing(Instant now) {
        return new Standing(incarnation, status, token, revision, control, lastEvent, now, leaseUntil, wakeAt);
    }

    long incarnation() {
        return incarnation;
    }

    Status status() {
        return status;
    }

    @Nullable Instant endedAt() {
        return endedAt;
    }

    /** Whether it has ended so that nothing of it is kept. */
    boolean isToBeRemoved() {
        return retention == Retention.DELETE_ON_END && status.dropsValues();
    }

    /** What the thread gets of a run that has ended: a state that the run itself may not keep. */
    @Nullable Json state() {
        return checkpoint.state();
    }

    long control() {
        return control;
    }

    boolean isAs(RunRecord seen) {
        return seen.incarnation() == incarnation
                && seen.token() == token
                && seen.revision() == revision
                && seen.status() == status;
    }

    /** Whether it can be acquired, apart from what was seen of it. */
    boolean isToBeHad(boolean isOwnerDead, Instant now) {
        return switch (status) {
            case RUNNING -> isOwnerDead || isOver(now);
            case QUEUED -> wakeAt == null || !now.isBefore(wakeAt);
            default -> true;
        };
    }

    /** Whether it has an owner whose lease is not over. */
    boolean isLeased(Instant now) {
        return status == Status.RUNNING && !isOver(now);
    }

    RunRecord acquire(Acquisition acquisition, Instant now) {
        if (status == Status.RUNNING) {
            checkpoint = again(checkpoint.attempt(), checkpoint.crashes() + 1, checkpoint.budgetFrom());
        } else if (status == Status.FAILED) {
            checkpoint = again(1, 0, checkpoint.visit());
        }
        run(acquisition.claim(), now);
        log(acquisition.events(), now);
        return read(now);
    }

    CommitResult commit(Lease lease, Commit commit, Instant now) {
        if (isHeldBy(lease) && !isOver(now) && revision == commit.revision()) {
            if (control != commit.control()) {
                return CommitResult.CONTROL_MOVED;
            }
            fingerprint = commit.fingerprint();
            checkpoint = keepingState(commit.checkpoint());
            revision++;
            leaseUntil = now.plus(lease.length());
            if (commit.rest() != null) {
                rest(commit.rest(), commit.wakeIn(), now);
            }
            log(commit.events(), now);
            return CommitResult.STORED;
        }
        if (lease.incarnation() == incarnation && lease.token() == token && commit.isStoredIn(read(now))) {
            return CommitResult.STORED;
        }
        throw lease.lost(commit.revision(), read(now));
    }

    long renew(Lease lease, Instant now) {
        if (!isHeldBy(lease) || isOver(now)) {
            throw lease.lost(revision, read(now));
        }
        leaseUntil = now.plus(lease.length());
        return control;
    }

    void release(Lease lease, Instant now) {
        if (isHeldBy(lease) && !isOver(now)) {
            if (cancelBy == null) {
                status = Status.QUEUED;
                owner = null;
                leaseUntil = null;
            } else {
                cancelled(cancelBy, now);
            }
        }
    }

    @Nullable RunRecord answer(Answer answer, Checkpoint next, Claim claim, Instant now) {
        if (!isNew(answer, now)) {
            return null;
        }
        close(answer, now);
        return goOn(next, claim, answer.events(), now);
    }

    void submit(Answer answer, Instant now) {
        if (isNew(answer, now)) {
            close(answer, now);
            revision++;
            rest(
                    new Rest.Answered(answer.ticket().nonce(), Objects.requireNonNull(answer.answer()), answer.by()),
                    null,
                    now);
            log(answer.events(), now);
        }
    }

    RunRecord takeUp(Acquisition acquisition, Checkpoint next, Instant now) {
        return goOn(next, acquisition.claim(), acquisition.events(), now);
    }

    void refuse(Json accepts, @Nullable Duration wakeIn, List<Json> events, Instant now) {
        Ticket ticket = Objects.requireNonNull(tickets.get(checkpoint.visit()));
        revision++;
        rest(new Rest.Asked(ticket.nonce, ticket.asked.question(), accepts), wakeIn, now);
        tickets.put(checkpoint.visit(), ticket.opened(accepts));
        log(events, now);
    }

    private RunRecord goOn(Checkpoint next, Claim claim, List<Json> events, Instant now) {
        checkpoint = keepingState(next);
        run(claim, now);
        log(events, now);
        return read(now);
    }

    private boolean isNew(Answer answer, Instant now) {
        Ticket ticket = answer.incarnation() == incarnation ? tickets.get(answer.visit()) : null;
        return answer.isNew(
                read(now),
                ticket == null ? null : new Answer.Given(ticket.asked.interrupt(), ticket.nonce, ticket.answer()));
    }

    private void close(Answer answer, Instant now) {
        Json given = answer.answer();
        if (given != null) {
            tickets.computeIfPresent(answer.visit(), (visit, ticket) -> ticket.closed(given, answer.by(), now));
        }
    }

    void end(Rest how, List<Json> events, Instant now) {
        rest(how, null, now);
        log(events, now);
    }

    RunRecord control(Control change, Instant now) {
        if (change instanceof Control.SetMode set) {
            mode = set.mode();
            control++;
            if (!status.isEnd()) {
                log(List.of(change.event()), now);
            }
        } else if (!status.isEnd()) {
            String by = cancelBy;
            if (by == null) {
                by = change.by();
                cancelBy = by;
                control++;
            }
            if (!isLeased(now)) {
                cancelled(by, now);
            }
        }
        return read(now);
    }

    List<StoredQuestion> questions() {
        return tickets.values().stream().map(Ticket::asked).toList();
    }

    EventLog events(long after, int batches) {
        List<EventLog.Batch> following = new ArrayList<>();
        long bytes = 0;
        for (Written written : log) {
            if (following.size() == batches || bytes >= EventLog.PAGE_BYTES) {
                break;
            }
            if (written.last > after) {
                EventLog.Batch batch = written.batch();
                following.add(batch);
                bytes += batch.events().size();
            }
        }
        long reached = following.isEmpty()
                ? after
                : following.get(following.size() - 1).last();
        return new EventLog(incarnation, status.isEnd() && reached >= lastEvent, following);
    }

    private boolean isHeldBy(Lease lease) {
        return lease.incarnation() == incarnation && lease.token() == token && status == Status.RUNNING;
    }

    private boolean isOver(Instant now) {
        return leaseUntil != null && !now.isBefore(leaseUntil);
    }

    private void run(Claim claim, Instant now) {
        status = Status.RUNNING;
        rest = null;
        wakeAt = null;
        endedAt = null;
        owner = claim.owner();
        leaseUntil = now.plus(claim.lease());
        token++;
        revision++;
    }

    private void cancelled(String by, Instant now) {
        rest(new Rest.Cancelled(by), null, now);
        log(List.of(new Control.Cancel(by).event()), now);
    }

    private void rest(Rest why, @Nullable Duration wakeIn, Instant now) {
        status = why.status();
        rest = why;
        owner = null;
        leaseUntil = null;
        wakeAt = wakeIn == null ? null : now.plus(wakeIn);
        endedAt = status.isEnd() ? now : null;
        if (why instanceof Rest.Asked asked) {
            tickets.put(
                    checkpoint.visit(),
                    new Ticket(
                            asked.nonce(),
                            new StoredQuestion(
                                    checkpoint.visit(),
                                    checkpoint.step(),
                                    asked.question(),
                                    asked.accepts(),
                                    now,
                                    null,
                                    null,
                                    null)));
        } else if (why instanceof Rest.Cancelled cancelled) {
            cancelBy = cancelled.by();
        }
    }

    /** Forgets what a run that has ended so is not kept with. */
    void dropValues() {
        if (status.dropsValues()) {
            start = start.withoutDocument();
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

    private void log(List<Json> events, Instant now) {
        if (events.isEmpty()) {
            return;
        }
        lastEvent += events.size();
        log.add(new Written(lastEvent, now, events));
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
        return next.state() != null ? next : next.withState(checkpoint.state());
    }
}
