package io.stepgraph.internal.lease;

import io.stepgraph.internal.effect.RunLedger;
import io.stepgraph.internal.lease.LeaseAcquirer.AcquiredRun;
import io.stepgraph.internal.log.EventOutbox;
import io.stepgraph.internal.log.Stopwatch;
import io.stepgraph.internal.step.Log;
import io.stepgraph.internal.step.ModeGate;
import io.stepgraph.internal.step.Nanos;
import io.stepgraph.runtime.CheckpointWork;
import io.stepgraph.runtime.CheckpointWorkException;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.StepFailure;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.StoreUnavailableException;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.runtime.graph.StepEntry;
import io.stepgraph.store.Commit;
import io.stepgraph.store.CommitResult;
import io.stepgraph.store.EffectEnd;
import io.stepgraph.store.EffectRecord;
import io.stepgraph.store.EffectStart;
import io.stepgraph.store.Lease;
import io.stepgraph.store.MailboxLook;
import io.stepgraph.store.RunHeader;
import io.stepgraph.store.StopReason;
import io.stepgraph.store.StoredRun;
import io.stepgraph.store.VisitResult;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The fenced right to write to one run: each commit follows the commit before, is repeated while the store does not
 * answer and the lease may still hold (R11), and yields to commands from outside (L7). No thread interrupt reaches the
 * store (R9).
 */
public final class LeasedRun {
    /**
     * The number of times that work is executed for one result at most: a connection that is lost more often is lost by
     * the work (E8).
     */
    private static final int MOST_EXECUTIONS = 5;

    private final RunnerContext runner;

    /** Sends each call again until the lease is over. */
    private final GuardedStore store;

    private final Lease lease;
    private final String fingerprint;
    private final EventOutbox outbox;
    /** The end of the deadline by this runner's time; null if there is none. */
    private final @Nullable Long doneBy;

    private final @Nullable String thread;
    private final boolean isCalled;

    private final LeaseAge age;
    private final RunLedger effects;
    private StepEntry here;
    private long revision;
    private ModeGate gate;
    private @Nullable String cancelRequestedBy;
    private @Nullable Json stopAs;

    // Read by other threads.
    private volatile long commandVersion;
    private volatile boolean executesWork;
    volatile int crashes;

    /** The ledger of the run in the store, fenced by the lease. */
    private final class StoreLedger extends RunLedger {
        private final StoredRun acquired;

        /** Read for a run that was called, with its first effect. */
        private volatile @Nullable RunOrigin origin;

        StoreLedger(StoredRun acquired) {
            super(acquired.ref(), acquired.startedAt(), acquired.fencingToken());
            this.acquired = acquired;
        }

        @Override
        protected String origin() {
            if (acquired.calledBy() == null) {
                return super.origin();
            }
            RunOrigin known = origin;
            if (known == null) {
                known = RunOrigin.of(acquired, store);
                origin = known;
            }
            return String.join(
                    "\0", Long.toString(known.number()), known.startedAt().toString());
        }

        @Override
        protected EffectRecord write(EffectStart start) {
            return store.call(s -> s.effects().begin(lease, start));
        }

        @Override
        protected void write(EffectEnd end) {
            store.send(s -> s.effects().end(lease, List.of(end)));
        }

        @Override
        protected List<EffectRecord> read() {
            return store.call(s -> s.effects().find(lease.key()));
        }

        @Override
        protected void confirm() {
            LeasedRun.this.confirm();
        }
    }

    public LeasedRun(RunnerContext runner, AcquiredRun asked, String fingerprint, EventOutbox outbox) {
        StoredRun acquired = asked.run();
        RunnerConfig config = runner.config();
        this.runner = runner;
        this.age = new LeaseAge(config, asked.askedAt());
        this.store = runner.store().until(age::end);
        this.lease = acquired.lease(config.lease());
        this.effects = new StoreLedger(acquired);
        runner.marked().executes(acquired);
        this.fingerprint = fingerprint;
        this.outbox = outbox;
        this.thread = acquired.thread();
        this.here = acquired.checkpoint();
        this.crashes = here.crashes();
        this.revision = acquired.revision();
        this.commandVersion = acquired.commandVersion();
        this.gate = new ModeGate(acquired.mode(), config.visits().maxMode());
        this.cancelRequestedBy = acquired.cancelRequestedBy();
        this.stopAs = acquired.stopAs();
        this.isCalled = acquired.calledBy() != null;
        this.doneBy =
                acquired.deadline() == null ? null : config.clock().nanos() + nanosLeft(acquired, acquired.deadline());
    }

    /** Both times are the store's, whose clock may differ from that of this machine. */
    private static long nanosLeft(StoredRun acquired, Instant deadline) {
        return Nanos.of(Duration.between(acquired.readAt(), deadline));
    }

    public Lease lease() {
        return lease;
    }

    /** The thread that it belongs to; null if none. */
    @Nullable String thread() {
        return thread;
    }

    /** Whether another run has called it. */
    boolean isCalled() {
        return isCalled;
    }

    /** Whether it is this run that a store has, which the program may have opened twice: then the owner is the same. */
    boolean isIn(GuardedStore other) {
        RunHeader found = other.call(s -> s.runs().summary(lease.key()));
        return found != null && runner.leases().owner().equals(found.owner());
    }

    /** The mode gate of the run, as last read. */
    public ModeGate gate() {
        return gate;
    }

    /** Whether somebody has requested to cancel the run, as last read. */
    public boolean isCancelRequested() {
        return cancelRequestedBy != null;
    }

    /** Returns the failure with which it is to be stopped, as last read; null if nobody has requested that. */
    public @Nullable Json stopAs() {
        return stopAs;
    }

    public boolean isOverdue() {
        return nanosLeft() == 0;
    }

    /** The time until the deadline; practically without limit if there is none. */
    public long nanosLeft() {
        return doneBy == null
                ? Long.MAX_VALUE
                : Math.max(0, doneBy - runner.config().clock().nanos());
    }

    /**
     * Writes the result of a visit, and reports its events after they are stored.
     *
     * @param work what is executed in the same transaction (E8); null if nothing is
     * @return {@code COMMAND_ARRIVED} if nothing was written, because the run is to end now, because it was to park and
     *     may continue, or because a message has come or gone on which the result depends
     * @throws StepgraphException with {@link ErrorCode#LEASE_LOST} if the lease has expired, or another owner has taken
     *     over the run
     * @throws StoreUnavailableException if the store did not answer for too long
     * @throws CheckpointWorkException if the work threw; nothing was written
     */
    public CommitResult commit(VisitResult left, @Nullable CheckpointWork work) {
        CheckpointWork limited = work == null ? null : limited(work);
        CommitResult result = send(left, limited);
        while (result == CommitResult.COMMAND_ARRIVED) {
            reload();
            if (cancelRequestedBy != null
                    || stopAs != null
                    || left.stopReason() instanceof StopReason.Parked
                    || left.dependsOnMessages()) {
                return result;
            }
            result = send(left, limited);
        }
        return result;
    }

    private CheckpointWork limited(CheckpointWork work) {
        AtomicInteger executions = new AtomicInteger();
        return connection -> {
            if (executions.incrementAndGet() > MOST_EXECUTIONS) {
                throw new StepgraphException(
                        ErrorCode.TRANSACTION_ENDED,
                        "The work at the checkpoint was executed " + MOST_EXECUTIONS
                                + " times, and each time its connection was lost before the commit was stored. Find out what"
                                + " ends the connection, and retry the run.");
            }
            executesWork = true;
            try {
                work.execute(connection);
            } finally {
                executesWork = false;
            }
        };
    }

    /** Whether a commit is executing work. It has locked the row of the run, and renews the lease itself. */
    boolean executesWork() {
        return executesWork;
    }

    /**
     * Ends the run as cancelled at its present step. Called once somebody has requested that.
     *
     * @return who has requested it
     */
    public String commitCancel() {
        String by = Objects.requireNonNull(cancelRequestedBy);
        end(
                new StopReason.Cancelled(by),
                null,
                new RunEvent.Cancelled(lease.key().id(), by));
        return by;
    }

    /**
     * Ends the run as failed at its present step. Called once somebody has requested that.
     *
     * @param failure the failure of the request, which was written at this step
     */
    public void commitStop(StepFailure<?> failure) {
        Json stored = Objects.requireNonNull(stopAs);
        end(
                new StopReason.Failed(stored),
                stored,
                new RunEvent.Failed(lease.key().id(), failure));
    }

    private void end(StopReason how, @Nullable Json value, RunEvent event) {
        VisitResult ended = new VisitResult(here, null, how, null, outbox.upTo(value, event));
        while (send(ended, null) == CommitResult.COMMAND_ARRIVED) {
            reload();
        }
    }

    /** Looks into a mailbox of the run, by its present name and its former ones. */
    public MailboxLook look(List<String> mailbox) {
        return store.call(s -> s.messages().look(lease.runNumber(), mailbox));
    }

    /** The visit as it was stored last. */
    public StepEntry here() {
        return here;
    }

    /** The revision as this owner has left it. */
    long revision() {
        return revision;
    }

    /** The ledger of the run. */
    public RunLedger effects() {
        return effects;
    }

    /** Reads the commands from outside. */
    public void reload() {
        StoredRun now = store.call(s -> s.runs().find(lease.key()));
        if (now == null || now.runNumber() != lease.runNumber() || now.fencingToken() != lease.fencingToken()) {
            throw lease.lost(revision, now);
        }
        commandVersion = now.commandVersion();
        gate = new ModeGate(now.mode(), runner.config().visits().maxMode());
        cancelRequestedBy = now.cancelRequestedBy();
        stopAs = now.stopAs();
    }

    /** Returns the age of the lease. */
    LeaseAge age() {
        return age;
    }

    /**
     * Renews the lease before something begins, if it may be over: this process may have been frozen (R1).
     *
     * @return whether somebody has requested that the run ends, as of the last look into the store
     * @throws StepgraphException with {@link ErrorCode#LEASE_LOST} if it has expired, or another owner has taken over
     *     the run
     * @throws StoreUnavailableException if the store does not answer
     */
    public boolean confirm() {
        return age.mayBeOver() && renew();
    }

    /**
     * Renews the lease. Any thread may call it.
     *
     * @return whether somebody has requested that the run ends
     * @throws StepgraphException with {@link ErrorCode#LEASE_LOST} if it has expired, or another owner has taken over
     *     the run
     */
    boolean renew() {
        Stopwatch askedAt = age.now();
        GuardedStore owner = store.withoutRepeat();
        long seen = owner.call(s -> s.runs().renew(lease));
        age.renewed(askedAt);
        if (seen == commandVersion) {
            return false;
        }
        StoredRun changed = owner.call(s -> s.runs().find(lease.key()));
        return changed != null && (changed.cancelRequestedBy() != null || changed.stopAs() != null);
    }

    /** Gives the run back, unfinished. If the store does not answer, the lease simply expires there. */
    public void release() {
        try {
            runner.leases().release(lease);
        } catch (RuntimeException lost) {
            Log.releaseFailed(lease.key().id(), lost);
        }
    }

    private CommitResult send(VisitResult left, @Nullable CheckpointWork work) {
        List<EffectEnd> ended = effects.ended();
        Commit commit = new Commit(revision, commandVersion, fingerprint, left, ended);
        Stopwatch firstSentAt = age.now();
        CommitResult result = store.call(
                s -> work == null ? s.runs().commit(lease, commit) : s.runs().commit(lease, commit, work));
        if (result == CommitResult.COMMAND_ARRIVED) {
            return result;
        }
        // Any of the tries may have been stored and have renewed the lease.
        age.renewed(firstSentAt);
        revision++;
        effects.written(ended);
        if (left.checkpoint().crashes() != here.crashes()) {
            crashes = left.checkpoint().crashes();
        }
        here = left.checkpoint();
        outbox.stored();
        return result;
    }
}
