package io.stepgraph.internal.run;

import io.stepgraph.internal.lease.LocalRun;
import io.stepgraph.internal.lease.RunnerContext;
import io.stepgraph.internal.run.Claims.Claim;
import io.stepgraph.internal.step.Interrupts;
import io.stepgraph.internal.step.Log;
import io.stepgraph.internal.step.StepThreads;
import io.stepgraph.runtime.RunNotFoundException;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.store.CalledBy;
import io.stepgraph.store.FamilyMember;
import io.stepgraph.store.RunHeader;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.StoredRun;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Executes the agents that a run has called, for one call that waits for the run (C7). It has several places, the first
 * of which is the thread of the call. One place at a time looks for a run to execute, or waits; when it has found one,
 * another place looks. What others execute, it waits for.
 */
final class FamilyExecution {
    private static final long GLANCE_MILLIS = 20;

    /** How often the time is looked at while all places execute something. */
    private static final long WATCH_MILLIS = 250;

    private final RunKey key;
    private final RunnerContext runner;
    private final UnaryOperator<@Nullable StoredRun> stopInTime;
    private final RunWaiter waiter;
    private final ClaimPicker picker;

    /** Whether agents that the run calls call others, perhaps for a time. */
    private final boolean isDeep;

    /** The execution whose step makes this call; null if none does. What is executed here is a part of it (R6). */
    private final @Nullable LocalRun around = LocalRun.current();

    private final AtomicInteger executing = new AtomicInteger();

    /** Held by the place that looks. */
    private final ReentrantLock look = new ReentrantLock();

    // Changed only under the lock.
    private StoredRun caller;
    private boolean isResting;

    /** The refusal of an agent by this build. Set by each place. */
    private volatile @Nullable StepgraphException refusal;

    // Guarded by this.
    private final Set<Thread> others = new HashSet<>();
    private int places = 1;
    private boolean isTimed;
    private @Nullable Throwable failure;

    private final CountDownLatch over = new CountDownLatch(1);

    /**
     * Prepares to execute the agents that a run has called and waits for.
     *
     * @param graphs the graphs of the agents
     * @param stopInTime stops them if their time is over; gives the run, or null if it waits no longer
     */
    FamilyExecution(
            StoredRun caller,
            List<ServedGraph> graphs,
            RunnerContext runner,
            RunWaiter waiter,
            UnaryOperator<@Nullable StoredRun> stopInTime) {
        this.caller = caller;
        this.key = caller.key();
        this.runner = runner;
        this.waiter = waiter;
        this.stopInTime = stopInTime;
        this.isDeep = graphs.stream()
                .anyMatch(graph ->
                        graphs.stream().anyMatch(other -> other.name().startsWith(graph.name() + "/")));
        CalledBy above = caller.calledBy();
        this.picker = new ClaimPicker(
                runner,
                graphs,
                Set.of(caller.key().namespace()),
                above == null ? caller.runNumber() : above.root(),
                around != null,
                executing::get);
    }

    /**
     * Executes agents until the run has changed, or its agents rest (C6).
     *
     * @return whether they rest
     */
    boolean run() {
        try {
            work();
        } catch (RuntimeException | Error thrown) {
            fail(thrown);
        } finally {
            end();
        }
        synchronized (this) {
            if (failure instanceof Error error) {
                throw error;
            }
            if (failure instanceof RuntimeException exception) {
                throw exception;
            }
        }
        return isResting;
    }

    /** What each place does. */
    private void work() {
        Claim next = next();
        while (next != null) {
            execute(next);
            next = next();
        }
    }

    /** The run that this place executes next; null once this is over. */
    private @Nullable Claim next() {
        Interrupts.clearLeft();
        try {
            look.lockInterruptibly();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw RunWaiter.interrupted(key);
        }
        try {
            while (true) {
                waiter.listen();
                if (isOver()) {
                    return null;
                }
                Claim found = look();
                if (found != null) {
                    waiter.hurry();
                    executing.incrementAndGet();
                    addPlace();
                    return found;
                }
                if (!isOver()) {
                    waiter.awaitFamily(executing.get() == 0, picker.isWaiting());
                }
            }
        } finally {
            look.unlock();
        }
    }

    /** Finds a run to execute, or that this is over. */
    private @Nullable Claim look() {
        // Before anything is asked: a run that is executed here until later does not rest.
        boolean isIdle = executing.get() == 0;
        if (!isWaiting()) {
            over.countDown();
            return null;
        }
        if (picker.isHeld()) {
            return null;
        }
        if (picker.mayClaim()) {
            picker.claim(1);
        }
        Claim found = picker.next();
        if (found != null || !isIdle || picker.isWaiting()) {
            return found;
        }
        if (runner.store().call(s -> s.calls().isResting(caller.runNumber()))) {
            isResting = true;
            over.countDown();
            return null;
        }
        StepgraphException refused = refusal;
        if (refused != null) {
            throw refused;
        }
        return null;
    }

    /** Whether the caller still waits in this call. */
    private boolean isWaiting() {
        RunHeader now = runner.store().call(s -> s.runs().summary(key));
        if (now == null
                || now.runNumber() != caller.runNumber()
                || now.status() != caller.status()
                || now.revision() != caller.revision()) {
            return false;
        }
        boolean isTimeOver = isOver(caller.dueAt(), now) || (!caller.isOverdue() && isOver(caller.deadline(), now));
        StoredRun waiting =
                isTimeOver ? stopInTime.apply(runner.store().call(s -> s.runs().find(key))) : caller;
        caller = waiting == null ? caller : waiting;
        return waiting != null;
    }

    private static boolean isOver(@Nullable Instant end, RunHeader now) {
        return end != null && !now.readAt().isBefore(end);
    }

    private void execute(Claim claim) {
        RunKey agent = claim.key();
        try {
            ServedGraph.Refusal refused = claim.graph().advance().apply(agent);
            if (refused != null) {
                picker.leave(refused);
                refusal = refused.why();
            }
        } catch (RunNotFoundException deleted) {
            // So there is nothing to do.
        } catch (RuntimeException | Error failed) {
            giveBack(List.of(agent));
            throw failed;
        } finally {
            executing.decrementAndGet();
            waiter.wake();
        }
    }

    private boolean isOver() {
        return over.getCount() == 0;
    }

    /**
     * If all places have a run to execute, adds one; or, as nobody looks from now on, a thread that looks at the time.
     */
    private synchronized void addPlace() {
        if (isOver() || executing.get() < places) {
            return;
        }
        if (places < runner.config().parallel()) {
            places++;
            add(this::work);
        } else if (!isTimed && (isDeep || caller.dueAt() != null)) {
            isTimed = true;
            add(this::watchTime);
        }
    }

    /** Stops the agents when the time of the call is over. By the clock of this machine: a test may jump over pauses. */
    private void watchTime() {
        try {
            while (!over.await(WATCH_MILLIS, TimeUnit.MILLISECONDS)) {
                look.lockInterruptibly();
                try {
                    if (!isDeep && caller.dueAt() == null) {
                        return;
                    }
                    if (!isOver() && !isWaiting()) {
                        over.countDown();
                    } else if (isDeep && executing.get() == places()) {
                        stopBelow();
                    }
                } finally {
                    look.unlock();
                }
            }
        } catch (InterruptedException isStopped) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized int places() {
        return places;
    }

    /** Stops the agents of calls below whose time is over, as nobody is free to claim their callers. */
    @SuppressWarnings("ReturnValueIgnored") // what is stopped waits no longer
    private void stopBelow() {
        for (FamilyMember member : runner.store().call(s -> s.calls().family(key, Integer.MAX_VALUE))) {
            RunKey below = new RunKey(key.namespace(), member.run().id());
            if (member.run().dueAt() != null && !below.equals(key)) {
                stopInTime.apply(runner.store().call(s -> s.runs().find(below)));
            }
        }
    }

    private void add(Runnable work) {
        CountDownLatch isKnown = new CountDownLatch(1);
        others.add(StepThreads.start(() -> inOwnThread(isKnown, work), "stepgraph family of " + key));
        isKnown.countDown();
    }

    private void inOwnThread(CountDownLatch isKnown, Runnable work) {
        try {
            isKnown.await();
            LocalRun.setCurrent(around);
            work.run();
        } catch (RuntimeException | Error thrown) {
            fail(thrown);
        } catch (InterruptedException byNobody) {
            Thread.currentThread().interrupt();
        } finally {
            LocalRun.setCurrent(null);
            synchronized (this) {
                others.remove(Thread.currentThread());
                notifyAll();
            }
        }
    }

    private void fail(Throwable thrown) {
        synchronized (this) {
            failure = failure == null ? thrown : failure;
        }
        over.countDown();
        waiter.wake();
    }

    /**
     * Waits until no place executes anything. After a failure each releases its run; so it does once the runner closes.
     */
    private void end() {
        over.countDown();
        waiter.wake();
        boolean isInterrupted = false;
        synchronized (this) {
            if (failure != null) {
                others.forEach(Interrupts::send);
            }
            while (!others.isEmpty() && runner.localRuns().closed().getCount() > 0) {
                try {
                    TimeUnit.MILLISECONDS.timedWait(this, GLANCE_MILLIS);
                } catch (InterruptedException impatient) {
                    isInterrupted = true;
                    failure = Objects.requireNonNullElseGet(failure, () -> RunWaiter.interrupted(key));
                    others.forEach(Interrupts::send);
                }
            }
        }
        giveBack(picker.close());
        if (isInterrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Leaves claimed runs to others, which would find them only after the time of the claim. */
    private void giveBack(List<RunKey> claimed) {
        try {
            if (!claimed.isEmpty()) {
                runner.store().send(s -> s.queue().unclaim(claimed));
            }
        } catch (RuntimeException | Error failed) {
            Log.notGivenBack(claimed.size(), failed);
        }
    }
}
