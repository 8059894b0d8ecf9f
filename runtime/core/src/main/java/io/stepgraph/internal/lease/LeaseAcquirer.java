package io.stepgraph.internal.lease;

import io.stepgraph.internal.log.Stopwatch;
import io.stepgraph.internal.step.Log;
import io.stepgraph.runtime.MachineClock;
import io.stepgraph.runtime.StoreUnavailableException;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.runtime.graph.StepEntry;
import io.stepgraph.store.AcquireRequest;
import io.stepgraph.store.Answer;
import io.stepgraph.store.Continuation;
import io.stepgraph.store.Lease;
import io.stepgraph.store.LeaseRequest;
import io.stepgraph.store.MessageWrite;
import io.stepgraph.store.NewRun;
import io.stepgraph.store.Owner;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.Status;
import io.stepgraph.store.StopReason;
import io.stepgraph.store.Store;
import io.stepgraph.store.StoredRun;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Makes runs this runner's. A write that the store did not confirm is looked for, and recognised by its owner and its
 * fencing token: since one call of a runner at a time handles a run, it can only be this call's. If it is not found, it
 * was not stored, and the caller gets the error at once, because nothing is owned yet (R11).
 */
public final class LeaseAcquirer {
    /** The time for which an owner that is asked to stop tries to note that. */
    private static final Duration PATIENCE = Duration.ofSeconds(3);

    private final GuardedStore store;
    private final LeaseRequest leaseRequest;
    private final int maxCrashes;
    private final MachineClock clock;

    /** Whether this runner was asked to stop: its death does not count as a crash then. */
    private volatile boolean isStopping;

    LeaseAcquirer(GuardedStore store, LeaseRequest leaseRequest, int maxCrashes, MachineClock clock) {
        this.store = store;
        this.leaseRequest = leaseRequest;
        this.maxCrashes = maxCrashes;
        this.clock = clock;
    }

    /**
     * A run that this runner has acquired.
     *
     * @param run the run as the store gave it
     * @param askedAt taken before the store was asked for it: the lease counts from there
     */
    public record AcquiredRun(StoredRun run, Stopwatch askedAt) {}

    /** The owner that acquired runs get. */
    public Owner owner() {
        return leaseRequest.owner();
    }

    /**
     * Starts a run; null if a run of this key exists.
     *
     * @param start the run, with these events
     */
    public @Nullable AcquiredRun start(RunReport started, Function<List<Json>, NewRun> start) {
        NewRun run = start.apply(started.written);
        return acquired(
                started,
                (s, events) -> s.runs().start(run, leaseRequest(0)),
                now -> now.fencingToken() == 1
                        && now.revision() == 1
                        && now.graph().equals(run.graph())
                        && run.start().equals(now.start()));
    }

    /**
     * Acquires a run; null if the run changed since it was read, or cannot be acquired yet.
     *
     * @param by who opens it again, if it has failed; null if nobody said
     */
    public @Nullable AcquiredRun acquire(StoredRun seen, boolean isOwnerDead, @Nullable String by) {
        StepEntry at = seen.checkpoint();
        LeaseRequest lease = leaseRequest(seen.crashesWhenAcquired());
        return acquired(
                report(seen, event(seen.status(), seen.key().id(), at.step(), at.visit(), by)),
                (s, events) -> s.runs().acquire(new AcquireRequest(seen, lease, isOwnerDead, events)),
                now -> isNext(now, seen));
    }

    /**
     * Acquires a run whose answer was submitted, at the step that takes the answer; or one that has waited, for a time
     * or for a message, at the step that follows. Null if it changed since it was read.
     */
    public @Nullable AcquiredRun acquire(StoredRun seen, StepEntry next) {
        String id = seen.key().id();
        boolean isWaitOver =
                seen.stopReason() instanceof StopReason.Waits || seen.stopReason() instanceof StopReason.Listens;
        RunEvent event = isWaitOver
                ? new RunEvent.WaitOver(
                        id, seen.checkpoint().step(), seen.checkpoint().visit())
                : new RunEvent.Resumed(id, next.step(), next.visit());
        return acquire(seen, next, null, report(seen, event));
    }

    /**
     * Acquires a run in the same way, and reports that otherwise.
     *
     * @param takes the message that the run takes at that step, unless one has come or gone meanwhile; null if it takes
     *     none
     */
    public @Nullable AcquiredRun acquire(
            StoredRun seen, StepEntry next, MessageWrite.@Nullable Takes takes, RunReport report) {
        LeaseRequest lease = leaseRequest(0);
        return acquired(
                report,
                (s, events) -> s.runs().acquire(new AcquireRequest(seen, lease, false, next, takes, events)),
                now -> isNext(now, seen));
    }

    /**
     * Stores an answer and acquires its run; null if this very answer was stored before.
     *
     * @param given the answer, with these events
     * @param next the step that takes it; null if the ticket is not that of the last question, so that nothing is
     *     acquired
     */
    public @Nullable AcquiredRun answer(
            StoredRun seen, RunReport answered, Function<List<Json>, Answer> given, @Nullable StepEntry next) {
        Answer answer = given.apply(answered.written);
        Continuation continuation = next == null ? null : new Continuation(next, leaseRequest(0));
        return acquired(
                answered,
                (s, events) -> s.runs().answer(answer, continuation),
                now -> continuation != null
                        && now.runNumber() == seen.runNumber()
                        && now.fencingToken() == seen.fencingToken() + 1
                        // The store compares it with the answer that has closed the ticket.
                        && store.call(s -> s.runs().answer(answer, continuation)) == null);
    }

    /** The death of this owner counts as a crash, but not of a suspect run that is not alone (R6). */
    private LeaseRequest leaseRequest(int crashes) {
        boolean counts = !isStopping && (crashes < maxCrashes || ProcessRuns.isIdle());
        return new LeaseRequest(leaseRequest.owner(), leaseRequest.lease(), counts);
    }

    /**
     * Returns the action to take when another run joins this one in this process; null unless it is suspect and
     * acquired to be alone.
     */
    public @Nullable Runnable whenJoined(StoredRun acquired) {
        return acquired.countsCrash() && acquired.checkpoint().crashes() >= maxCrashes
                ? () -> forgiveCrashes(maxCrashes)
                : null;
    }

    /**
     * Notes that this runner was asked to stop: from now on, its death does not count as a crash. A crash of the runs
     * that end this process themselves is counted now. They keep a lease, so that no other process begins them before
     * this one is dead.
     *
     * @param runs the runs that it may have acquired before
     */
    void stopping(Collection<LocalRun> runs) {
        isStopping = true;
        try {
            for (LocalRun run : runs) {
                LeasedRun leased = run.leased();
                if (leased != null && run.isExiting() && countCrash(leased.lease()) != null) {
                    Log.exits(run.key.id());
                }
            }
        } catch (RuntimeException | Error failed) {
            Log.crashesNotForgiven(failed);
            return;
        }
        if (!runs.isEmpty()) {
            forgiveCrashes(0);
        }
    }

    private void forgiveCrashes(int crashes) {
        try {
            store.patientFor(PATIENCE).send(s -> s.queue().forgiveCrashes(owner(), crashes));
        } catch (RuntimeException | Error failed) {
            Log.crashesNotForgiven(failed);
        }
    }

    /**
     * Releases a run on behalf of an owner that does not do so. If the run is to be cancelled, that ends it. Does
     * nothing if its lease has expired or it has another owner.
     */
    public void release(StoredRun run) {
        release(run.lease(leaseRequest.lease()));
    }

    /** Releases a run that is held under this lease. */
    public void release(Lease lease) {
        store.write(lease.key(), s -> {
            s.runs().release(lease);
            return true;
        });
    }

    /**
     * Counts a crash of the visit of a run whose execution under this lease broke down, and ends the lease by acquiring
     * the run once more.
     *
     * @return the run; null if it is no longer executed under this lease
     */
    public @Nullable AcquiredRun countCrash(Lease lease) {
        StoredRun now = store.call(s -> s.runs().find(lease.key()));
        return now != null
                        && now.status() == Status.RUNNING
                        && now.runNumber() == lease.runNumber()
                        && now.fencingToken() == lease.fencingToken()
                ? acquire(now, true, null)
                : null;
    }

    /** The event of a run that was acquired after it was found in this status. */
    private static RunEvent event(Status found, String runId, String step, long visit, @Nullable String by) {
        return switch (found) {
            case RUNNING -> new RunEvent.TakenOver(runId, step, visit);
            case FAILED -> new RunEvent.Reopened(runId, step, visit, by);
            default -> new RunEvent.Resumed(runId, step, visit);
        };
    }

    private static boolean isNext(StoredRun now, StoredRun seen) {
        return now.runNumber() == seen.runNumber()
                && now.fencingToken() == seen.fencingToken() + 1
                && now.revision() == seen.revision() + 1;
    }

    private static RunReport report(StoredRun seen, RunEvent event) {
        return new RunReport(seen.key(), seen.thread(), event);
    }

    private @Nullable AcquiredRun acquired(
            RunReport report, BiFunction<Store, List<Json>, @Nullable StoredRun> write, Predicate<StoredRun> isThis) {
        Stopwatch askedAt = Stopwatch.started(clock);
        StoredRun acquired = store.write(report, (s, events) -> {
            try {
                return write.apply(s, events);
            } catch (StoreUnavailableException silent) {
                return confirmed(report.key, isThis, silent);
            }
        });
        if (acquired == null) {
            return null;
        }
        // It may have missed that this runner was asked to stop.
        if (isStopping && acquired.countsCrash()) {
            forgiveCrashes(0);
        }
        return new AcquiredRun(acquired, askedAt);
    }

    /** The run that a write has acquired after all, though the store did not confirm it. */
    private StoredRun confirmed(RunKey key, Predicate<StoredRun> isThis, StoreUnavailableException silent) {
        StoredRun now;
        try {
            now = store.call(s -> s.runs().find(key));
        } catch (StoreUnavailableException stillSilent) {
            silent.addSuppressed(stillSilent);
            throw silent;
        }
        if (now != null && now.status() == Status.RUNNING && isOurs(now) && isThis.test(now)) {
            return now;
        }
        throw silent;
    }

    private boolean isOurs(StoredRun running) {
        return Objects.equals(running.owner(), owner());
    }
}
