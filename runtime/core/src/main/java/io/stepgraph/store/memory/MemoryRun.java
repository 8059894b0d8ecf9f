package io.stepgraph.store.memory;

import io.stepgraph.PermissionMode;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.graph.Due;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.runtime.graph.StepEntry;
import io.stepgraph.store.AcquireRequest;
import io.stepgraph.store.Answer;
import io.stepgraph.store.CalledBy;
import io.stepgraph.store.Commit;
import io.stepgraph.store.CommitResult;
import io.stepgraph.store.Continuation;
import io.stepgraph.store.EffectRecord;
import io.stepgraph.store.EffectResolution;
import io.stepgraph.store.EventJson;
import io.stepgraph.store.EventLog;
import io.stepgraph.store.Horizon;
import io.stepgraph.store.Lease;
import io.stepgraph.store.LeaseRequest;
import io.stepgraph.store.NewChild;
import io.stepgraph.store.NewMessage;
import io.stepgraph.store.NewRun;
import io.stepgraph.store.NoticeStore.ClaimedNotice;
import io.stepgraph.store.Owner;
import io.stepgraph.store.ReopenRequest;
import io.stepgraph.store.Retention;
import io.stepgraph.store.RunChange;
import io.stepgraph.store.RunCommand;
import io.stepgraph.store.RunHeader;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.Status;
import io.stepgraph.store.StopReason;
import io.stepgraph.store.StoredCheckpoint;
import io.stepgraph.store.StoredQuestion;
import io.stepgraph.store.StoredRun;
import io.stepgraph.store.ThreadKey;
import io.stepgraph.store.VisitResult;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A run of a {@link MemoryStore}: its values, and what each write changes in them. A check comes before the first
 * change. Dates are those of the wall clock; what ends with a duration counts on the monotonic clock (L1).
 */
final class MemoryRun {
    final RunKey key;
    final long runNumber;
    final String graph;
    final @Nullable ThreadKey thread;
    final @Nullable String startedBy;
    Map<String, String> labels;
    final Retention retention;
    final Instant startedAt;
    private final @Nullable Instant deadline;
    private @Nullable Json start;

    /** The call that has started this run; null if nobody has called it. */
    final @Nullable MemoryCall calledIn;

    private final @Nullable NewChild called;

    /** Its own calls by visit. */
    final Map<Long, MemoryCall> calls = new TreeMap<>();

    final EffectsInMemory effects = new EffectsInMemory();
    final MessagesInMemory messages = new MessagesInMemory();
    private final Map<Long, AskedQuestion> questions = new TreeMap<>();
    private final List<StoredCheckpoint> history = new ArrayList<>();
    private final List<EventBatch> log = new ArrayList<>();
    private long lastEvent;

    private String fingerprint;
    private long fencingToken = 1;
    private long revision = 1;
    private long commandVersion;
    private PermissionMode mode;
    private @Nullable String cancelRequestedBy;
    private @Nullable Json stopAs;
    StepEntry checkpoint;

    @Nullable Json state;

    Status status = Status.QUEUED;

    @Nullable StopReason stopReason;

    Moment changed;

    @Nullable Owner owner;

    private boolean countsCrash = true;

    /** The owner whose commit has ended the run. */
    @Nullable Owner endedBy;

    @Nullable Instant leaseUntil;

    /** The time until which a worker has claimed the run. */
    private @Nullable Instant claimedUntil;

    /** The time at which the run is due, by the monotonic clock if it is the end of a delay, else by the wall clock. */
    private @Nullable Instant dueAt;

    /**
     * The time from which a worker may claim the run: as {@link #dueAt} if there is one, else by the monotonic clock.
     */
    private @Nullable Instant wakeAt;

    /** The time from which a handler is to be told of the run, by the monotonic clock; null if it is not. */
    private @Nullable Instant noticeAt;

    /** The events of one write. */
    private record EventBatch(long last, Instant at, List<Json> events) {}

    /** A question, and the secret part of its ticket. */
    private record AskedQuestion(String nonce, StoredQuestion asked) {

        AskedQuestion with(
                Json answerSchema,
                @Nullable Json answer,
                @Nullable String by,
                @Nullable Instant answeredAt,
                @Nullable Long inheritedFrom) {
            StoredQuestion changed = new StoredQuestion(
                    asked.visit(),
                    asked.interrupt(),
                    asked.question(),
                    answerSchema,
                    asked.askedAt(),
                    answer,
                    by,
                    answeredAt,
                    inheritedFrom);
            return new AskedQuestion(nonce, changed);
        }
    }

    /** Creates a run that is queued. */
    MemoryRun(NewRun run, Json state, long runNumber, Moment now) {
        this(
                run,
                state,
                runNumber,
                now,
                run.deadline() == null ? null : now.wall().plus(run.deadline()),
                null,
                null);
    }

    /** Creates a run that a call starts, queued; its caller lends it all that the call does not say. */
    MemoryRun(NewChild child, MemoryCall call, long runNumber, Moment now) {
        this(call.caller.child(child), child.state(), runNumber, now, call.caller.deadline, call, child);
    }

    private MemoryRun(
            NewRun run,
            Json state,
            long runNumber,
            Moment now,
            @Nullable Instant deadline,
            @Nullable MemoryCall calledIn,
            @Nullable NewChild called) {
        this.key = run.key();
        this.runNumber = runNumber;
        this.graph = run.graph();
        this.thread = thread(run);
        this.startedBy = run.startedBy();
        this.labels = run.labels();
        this.retention = run.retention();
        this.startedAt = now.wall();
        this.deadline = deadline;
        this.calledIn = calledIn;
        this.called = called;
        this.start = calledIn == null ? run.start() : null;
        this.fingerprint = run.fingerprint();
        this.mode = run.mode();
        this.checkpoint = run.checkpoint();
        this.state = state;
        this.changed = now;
        this.wakeAt = now.monotonic();
        keepCheckpoint(now);
        log(run.events(), now);
    }

    private NewRun child(NewChild child) {
        return new NewRun(
                new RunKey(key.namespace(), child.id()),
                child.graph(),
                child.fingerprint(),
                mode.lowerOf(child.maxMode()),
                child.state(), // nobody compares the start of a run that was called
                retention,
                null,
                false,
                child.checkpoint(),
                child.state(),
                null,
                child.events(),
                startedBy,
                Map.of());
    }

    static @Nullable ThreadKey thread(NewRun run) {
        return run.thread() == null ? null : new ThreadKey(run.key().namespace(), run.thread());
    }

    StoredRun read(Moment now) {
        return read(start, state, now);
    }

    StoredRun readWithoutValues(Moment now) {
        return read(null, null, now);
    }

    private StoredRun read(@Nullable Json start, @Nullable Json state, Moment now) {
        return new StoredRun(
                key,
                runNumber,
                graph,
                fingerprint,
                status,
                fencingToken,
                owner,
                countsCrash,
                revision,
                commandVersion,
                mode,
                cancelRequestedBy,
                start,
                retention,
                thread == null ? null : thread.id(),
                checkpoint,
                state,
                stopReason,
                startedAt,
                deadline,
                leaseUntil == null ? null : now.onWall(leaseUntil),
                dueAt(now),
                lastEvent,
                calledBy(),
                stopAs,
                now.wall());
    }

    private @Nullable CalledBy calledBy() {
        return calledIn == null || called == null
                ? null
                : new CalledBy(
                        calledIn.caller.runNumber, root().runNumber, calledIn.visit, called.place(), called.maxMode());
    }

    /** Returns the run at the top of the family. */
    MemoryRun root() {
        return calledIn == null ? this : calledIn.caller.root();
    }

    /** Returns all runs that this one has called, and those that they have called; each after its caller. */
    Stream<MemoryRun> descendants() {
        return calls.values().stream().flatMap(MemoryCall::descendants);
    }

    /** Returns this run and all its descendants. */
    List<MemoryRun> family() {
        return Stream.concat(Stream.of(this), descendants()).toList();
    }

    int place() {
        return called == null ? 0 : called.place();
    }

    /** Returns the most that the run may do: without a call, what its mode says. */
    private PermissionMode limit() {
        return calledIn == null || called == null ? mode : calledIn.caller.mode.lowerOf(called.maxMode());
    }

    RunHeader summary(Moment now) {
        return read(now).summary(labels);
    }

    private @Nullable Instant dueAt(Moment now) {
        if (dueAt == null) {
            return null;
        }
        if (isDelayed()) {
            return now.onWall(dueAt);
        }
        return Instant.MIN.equals(wakeAt) && now.wall().isBefore(dueAt) ? now.wall() : dueAt;
    }

    private boolean isDelayed() {
        return stopReason instanceof StopReason.Delayed;
    }

    /** Returns the time for which a worker could have claimed the run; negative if none may yet. */
    Duration sinceAwake(Moment now) {
        boolean isOnWall =
                dueAt != null || stopReason instanceof StopReason.Called || stopReason instanceof StopReason.Listens;
        Instant clock = isOnWall && !isDelayed() ? now.wall() : now.monotonic();
        return wakeAt == null ? Duration.ofMillis(-1) : Duration.between(wakeAt, clock);
    }

    /** Whether a worker may claim the run, as far as its time matters. */
    boolean isAwake(Moment now) {
        return (status == Status.RUNNING || !sinceAwake(now).isNegative())
                && (claimedUntil == null || !now.monotonic().isBefore(claimedUntil));
    }

    /** A worker has claimed the run: leaves it to that worker for a while. */
    void claim(Duration length, Moment now) {
        claimedUntil = now.monotonic().plus(length);
        if (status == Status.WAITING
                && !(stopReason instanceof StopReason.Parked)
                && read(now).isDue()) {
            expire();
        }
    }

    void unclaim() {
        claimedUntil = null;
    }

    /** The time of a question or a wait has been seen as over, and stays so if the wall clock is set back. */
    private void expire() {
        wakeAt = Instant.MIN;
    }

    void forgiveCrash() {
        countsCrash = false;
    }

    /** Gives the run to an owner. */
    void execute(LeaseRequest by, Moment now) {
        become(Status.RUNNING, null, null, null, now);
        owner = by.owner();
        countsCrash = by.countsCrash();
        leaseUntil = now.monotonic().plus(by.lease());
    }

    /** Leaves the run to the next runner, from a date on; null for now. */
    void queue(@Nullable Instant date, Moment now) {
        become(Status.QUEUED, null, date, date == null ? now.monotonic() : date, now);
    }

    /** Changes where the run stands: without an owner, and without a claim. */
    private void become(
            Status next, @Nullable StopReason why, @Nullable Instant due, @Nullable Instant wake, Moment now) {
        status = next;
        stopReason = why;
        dueAt = due;
        wakeAt = wake;
        claimedUntil = null;
        owner = null;
        leaseUntil = null;
        changed = now;
        notice();
    }

    /** Makes a notice of how the run stands, or drops it. */
    private void notice() {
        boolean isNotice = stopReason instanceof StopReason.QuestionAsked
                || (stopReason instanceof StopReason.Parked && wakeAt == null)
                || (stopReason instanceof StopReason.Failed && calledIn == null);
        noticeAt = isNotice ? Instant.MIN : null;
    }

    boolean isToBeTold(Moment now) {
        return noticeAt != null
                && !noticeAt.isAfter(now.monotonic())
                && (dueAt == null || !read(now).hasExpired());
    }

    Instant noticeAt() {
        return Objects.requireNonNull(noticeAt);
    }

    ClaimedNotice claimNotice(Duration length, Moment now) {
        noticeAt = now.monotonic().plus(length);
        StopReason why = Objects.requireNonNull(stopReason);
        return new ClaimedNotice(
                key,
                runNumber,
                graph,
                revision,
                checkpoint.visit(),
                checkpoint.step(),
                why.kind(),
                why.json(),
                changed.wall(),
                dueAt(now));
    }

    /** A handler was told of the run as it stood then, or is to be told again. */
    void told(ClaimedNotice notice, @Nullable Duration again, Moment now) {
        if (noticeAt != null
                && runNumber == notice.runNumber()
                && revision == notice.revision()
                && stopReason != null
                && stopReason.kind().equals(notice.kind())) {
            noticeAt = again == null ? null : now.monotonic().plus(again);
        }
    }

    /** Counts as told if it stopped before a time. */
    boolean isToldBefore(Instant from) {
        boolean isOld = noticeAt != null && changed.wall().isBefore(from);
        noticeAt = isOld ? null : noticeAt;
        return isOld;
    }

    private void stop(StopReason why, @Nullable Due dueIn, Moment now) {
        Instant clock = why instanceof StopReason.Delayed ? now.monotonic() : now.wall();
        Instant due = dueIn == null ? null : Horizon.within(dueIn).from(clock);
        become(why.status(), why, due, wake(why, due, now), now);
        effects.stopped(why, now.monotonic());
        if (why instanceof StopReason.QuestionAsked asked) {
            AskedQuestion before = questions.get(checkpoint.visit());
            StoredQuestion question = new StoredQuestion(
                    checkpoint.visit(),
                    checkpoint.step(),
                    asked.question(),
                    asked.answerSchema(),
                    before != null && before.nonce.equals(asked.nonce()) ? before.asked.askedAt() : now.wall(),
                    null,
                    null,
                    null,
                    null);
            questions.put(checkpoint.visit(), new AskedQuestion(asked.nonce(), question));
        } else if (why instanceof StopReason.Cancelled cancelled) {
            cancelRequestedBy = cancelled.by();
        }
        if (why.status().isEnd()) {
            stopAs = null;
            if (calledIn != null) {
                calledIn.ended(now);
            }
        }
    }

    private @Nullable Instant wake(StopReason why, @Nullable Instant due, Moment now) {
        if (why instanceof StopReason.Answered || why instanceof StopReason.Joined) {
            return now.monotonic();
        }
        boolean isToDeadline = why instanceof StopReason.Called
                || why instanceof StopReason.Listens
                || (why instanceof StopReason.Waits && due != null);
        return isToDeadline && deadline != null && (due == null || deadline.isBefore(due)) ? deadline : due;
    }

    /** Enters the next visit, or the present one again; or goes back to a question, and forgets the visit after it. */
    private void enter(StepEntry next, @Nullable Json newState, Moment now) {
        if (next.visit() < checkpoint.visit()) {
            history.removeIf(kept -> kept.visit() > next.visit());
        }
        checkpoint = next;
        state = newState == null ? state : newState;
        if (history.isEmpty() || history.get(history.size() - 1).visit() < next.visit()) {
            keepCheckpoint(now);
        }
    }

    private void keepCheckpoint(Moment now) {
        if (retention == Retention.KEEP_HISTORY) {
            Json kept = Objects.requireNonNull(state);
            history.add(new StoredCheckpoint(
                    checkpoint.visit(),
                    checkpoint.step(),
                    checkpoint.ruleState(),
                    checkpoint.input(),
                    kept,
                    now.wall()));
        }
    }

    private void log(List<Json> events, Moment now) {
        if (!events.isEmpty()) {
            lastEvent += events.size();
            log.add(new EventBatch(lastEvent, now.wall(), events));
        }
    }

    boolean canAcquire(AcquireRequest request, Moment now) {
        return read(now).isAs(request.seen())
                && messages.fits(request.takes())
                && switch (status) {
                    case RUNNING -> request.isOwnerDead() || read(now).isLeaseOver();
                    case QUEUED -> dueAt == null || !sinceAwake(now).isNegative();
                    case WAITING ->
                        stopReason instanceof StopReason.Parked || read(now).isDue();
                    default -> true;
                };
    }

    StoredRun acquire(AcquireRequest request, Moment now) {
        messages.write(request.takes(), now);
        return resume(request.checkpoint(), request.leaseRequest(), request.events(), now);
    }

    private StoredRun resume(StepEntry next, LeaseRequest by, List<Json> events, Moment now) {
        enter(next, null, now);
        execute(by, now);
        fencingToken++;
        revision++;
        log(events, now);
        return read(now);
    }

    /** As {@link StoredRun#isHeldUnder}, which each step asks: without a copy of the run. */
    boolean isHeldUnder(Lease lease, Moment now) {
        return runNumber == lease.runNumber()
                && fencingToken == lease.fencingToken()
                && status == Status.RUNNING
                && leaseUntil != null
                && now.monotonic().isBefore(leaseUntil);
    }

    boolean canCommit(Lease lease, Commit commit, Moment now) {
        return isHeldUnder(lease, now)
                && revision == commit.revision()
                && commandVersion == commit.commandVersion()
                && messages.fits(commit.result().messages());
    }

    CommitResult commit(Lease lease, Commit commit, Moment now) {
        if (!canCommit(lease, commit, now)) {
            return commit.notWritten(lease, read(now));
        }
        VisitResult left = commit.result();
        fingerprint = commit.fingerprint();
        enter(left.checkpoint(), left.state(), now);
        revision++;
        renew(lease, now);
        changed = now;
        effects.end(commit.effects(), now.monotonic());
        messages.write(left.messages(), now);
        if (left.stopReason() != null) {
            endedBy = left.stopReason().status().isEnd() ? owner : null;
            stop(left.stopReason(), left.due(), now);
        }
        log(left.events(), now);
        return CommitResult.STORED;
    }

    /** Renews the lease, and returns the command version. */
    long renew(Lease lease, Moment now) {
        leaseUntil = now.monotonic().plus(lease.length());
        return commandVersion;
    }

    void release(Lease lease, Moment now) {
        if (isHeldUnder(lease, now)) {
            RunChange end = RunChange.released(key, cancelRequestedBy, stopAs);
            if (end == null) {
                queue(null, now);
            } else {
                change(end, now);
            }
        }
    }

    /** Stores a message, and wakes the run if it listens for it in time. Returns whether the message is new. */
    boolean tell(NewMessage message, Moment now) {
        boolean isNew = messages.tell(message, status, now);
        if (isNew
                && stopReason instanceof StopReason.Listens
                && message.mailbox().contains(checkpoint.step())) {
            if (read(now).isDue()) {
                expire();
            } else {
                revision++;
                queue(null, now);
            }
        }
        return isNew;
    }

    boolean withdraw(List<String> mailbox, String id) {
        boolean isWithdrawn = messages.withdraw(mailbox, id);
        if (isWithdrawn && status == Status.QUEUED) {
            revision++;
        }
        return isWithdrawn;
    }

    @Nullable StoredRun answer(Answer answer, @Nullable Continuation next, Moment now) {
        StoredRun run = read(now);
        if (run.hasExpired()) {
            expire();
        }
        AskedQuestion known = answer.runNumber() == runNumber ? questions.get(answer.visit()) : null;
        Answer.Given given =
                known == null ? null : new Answer.Given(known.asked.interrupt(), known.nonce, known.asked.answer());
        if (!answer.isNew(run, given)) {
            return null;
        }
        if (answer.answer() != null) {
            questions.computeIfPresent(
                    answer.visit(),
                    (visit, asked) -> asked.with(
                            asked.asked.answerSchema(),
                            answer.answer(),
                            answer.by(),
                            now.wall(),
                            asked.asked.inheritedFrom()));
        }
        if (next != null) {
            return resume(next.checkpoint(), next.leaseRequest(), answer.events(), now);
        }
        revision++;
        stop(answer.stored(), null, now);
        log(answer.events(), now);
        return read(now);
    }

    /** Opens the last question again. The run asks the same as before, and may accept other answers. */
    void reopenQuestion(Json answerSchema, @Nullable Due dueIn, List<Json> events, Moment now) {
        AskedQuestion known = Objects.requireNonNull(questions.get(checkpoint.visit()));
        revision++;
        stop(new StopReason.QuestionAsked(known.nonce, known.asked.question(), answerSchema), dueIn, now);
        questions.put(checkpoint.visit(), known.with(answerSchema, null, null, null, known.asked.inheritedFrom()));
        log(events, now);
    }

    /** Takes over the answers that another run got before the visit at which this one begins. */
    void inherit(MemoryRun source) {
        source.questions.forEach((visit, known) -> {
            StoredQuestion asked = known.asked;
            if (visit < checkpoint.visit() && asked.answer() != null) {
                Long from = asked.inheritedFrom() == null ? (Long) source.runNumber : asked.inheritedFrom();
                questions.put(
                        visit,
                        known.with(asked.answerSchema(), asked.answer(), asked.answeredBy(), asked.answeredAt(), from));
            }
        });
    }

    void end(StopReason why, List<Json> events, Moment now) {
        stop(why, null, now);
        log(events, now);
    }

    boolean canReopen(ReopenRequest request) {
        return runNumber == request.runNumber() && checkpoint.visit() == request.visit() && status == Status.FAILED;
    }

    /** Opens the run, which has failed, and of a call that it has failed in the agents that have failed (C10). */
    void reopen(List<Json> events, @Nullable String by, @Nullable Due callDue, Moment now) {
        if (calledIn != null) {
            calledIn.reopened();
            mode = mode.lowerOf(limit());
        }
        fencingToken++;
        revision++;
        MemoryCall call = calls.get(checkpoint.visit());
        enter(checkpoint.again(1, 0, checkpoint.visit()), null, now);
        if (call == null) {
            queue(null, now);
        } else {
            stop(
                    new StopReason.Called(call.agents(), call.children.size()),
                    callDue == null ? call.lasts : callDue,
                    now);
            call.children.stream()
                    .filter(child -> child.status == Status.FAILED)
                    .forEach(child -> child.reopenWithCaller(by, now));
            if (!call.isOpen()) {
                join(now);
            }
        }
        log(events, now);
    }

    private void reopenWithCaller(@Nullable String by, Moment now) {
        mode = limit();
        RunEvent reopened = new RunEvent.Reopened(key.id(), checkpoint.step(), checkpoint.visit(), by);
        reopen(List.of(EventJson.write(reopened)), by, null, now);
    }

    /** All agents have ended that the run has called in a visit. */
    void joined(long visit, Moment now) {
        if (stopReason instanceof StopReason.Called && checkpoint.visit() == visit) {
            revision++;
            join(now);
        }
    }

    private void join(Moment now) {
        StopReason.Called called = (StopReason.Called) Objects.requireNonNull(stopReason);
        stop(new StopReason.Joined(called.agents(), called.size()), null, now);
    }

    boolean hasDue() {
        return dueAt != null;
    }

    /** The time of its call is over, and its agents are stopped: it waits for the last end alone. */
    void forgetDue() {
        dueAt = null;
        wakeAt = null;
        claimedUntil = null;
    }

    /** Changes the run, and all its unfinished descendants. */
    void command(RunCommand command, Moment now) {
        RunCommand own = calledIn == null ? command : command.within(limit());
        if (carryOut(own, now)) {
            commandDescendants(own, now);
        }
    }

    /** Gives a command to all unfinished descendants, each after its caller, whose mode is its limit. */
    void commandDescendants(RunCommand command, Moment now) {
        for (MemoryRun descendant : descendants().toList()) {
            RunCommand forIt = command.forDescendant(descendant.limit());
            if (forIt != null && !descendant.status.isEnd()) {
                descendant.carryOut(forIt, now);
            }
        }
    }

    private boolean carryOut(RunCommand command, Moment now) {
        RunChange change = command.change(key, summary(now));
        if (change != null) {
            change(change, now);
        }
        return change != null;
    }

    /** A run that waits keeps its place in lists. */
    private void change(RunChange change, Moment now) {
        commandVersion++;
        mode = change.mode() == null ? mode : change.mode();
        labels = change.labels() == null ? labels : change.labels();
        cancelRequestedBy = change.cancelRequestedBy() == null ? cancelRequestedBy : change.cancelRequestedBy();
        stopAs = change.stopAs() == null ? stopAs : change.stopAs();
        changed = status == Status.RUNNING ? now : changed;
        if (change.wake() != RunChange.Wake.AS_BEFORE) {
            boolean wasHeld = wakeAt == null;
            wakeAt = change.wake() == RunChange.Wake.NOW ? now.monotonic() : null;
            claimedUntil = null;
            if (wasHeld != (wakeAt == null)) {
                notice();
            }
        }
        if (change.end() != null) {
            stop(change.end(), null, now);
        }
        log(change.events(), now);
    }

    /**
     * A person has resolved an effect. An owner that is about to park the run looks again, and anyone may continue a
     * parked one.
     */
    void resolved(EffectRecord effect, EffectResolution resolution, Moment now) {
        change(RunChange.logged(resolution.event(effect.step(), effect.id().visit())), now);
        if (stopReason instanceof StopReason.Parked parked
                && parked.required() == null
                && !effects.isAnyInDoubt(checkpoint.visit())) {
            queue(null, now);
        }
    }

    /** Drops the values that an ended run does not keep. */
    void dropValues() {
        if (status.dropsValues()) {
            start = null;
            checkpoint = checkpoint.withoutValues();
            state = null;
        }
    }

    List<StoredQuestion> questions() {
        return questions.values().stream().map(AskedQuestion::asked).toList();
    }

    List<StoredCheckpoint> history(long after, int limit) {
        return history.stream()
                .filter(each -> each.visit() > after)
                .limit(limit)
                .toList();
    }

    EventLog events(long after, int limit) {
        List<EventLog.Batch> following = new ArrayList<>();
        long reached = after;
        long bytes = 0;
        for (EventBatch written : log) {
            if (following.size() == limit || bytes >= EventLog.PAGE_BYTES) {
                break;
            }
            if (written.last > after) {
                EventLog.Batch batch = EventLog.Batch.of(written.last, written.at, written.events);
                following.add(batch);
                reached = batch.last();
                bytes += batch.events().size();
            }
        }
        return new EventLog(runNumber, status.isEnd() && reached >= lastEvent, following);
    }
}
