package io.stepgraph.store.memory;

import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.MachineClock;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.StoreUnavailableException;
import io.stepgraph.runtime.graph.Due;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.store.Lease;
import io.stepgraph.store.NewCall;
import io.stepgraph.store.NewChild;
import io.stepgraph.store.NewRun;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.StoredRun;
import io.stepgraph.store.StoredThread;
import io.stepgraph.store.ThreadKey;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The tables of a {@link MemoryStore}, under one lock. Every method except {@link #call} is called within a
 * transaction.
 */
final class MemoryTables {
    final Map<RunKey, MemoryRun> runs = new HashMap<>();
    final Map<List<String>, Json> graphs = new HashMap<>();

    /** The state that the last ended run of each thread has left (L2). */
    final Map<ThreadKey, StoredThread> threads = new HashMap<>();

    /** The last run of each thread; only this one can be unfinished (I8). */
    final Map<ThreadKey, MemoryRun> lastRuns = new HashMap<>();

    /** Whether a handler of notices has begun. */
    boolean haveNoticesBegun;

    private final ReentrantLock lock = new ReentrantLock();
    private final MachineClock clock;

    /** The origin of the monotonic clock, chosen so that its times are near those of the wall clock. */
    private final Instant start;

    private long lastRunNumber;
    private boolean closed;

    MemoryTables(MachineClock clock) {
        this.clock = clock;
        this.start = clock.wall().minusMillis(clock.millis());
    }

    /**
     * Executes a transaction: the work under the lock, at one moment.
     *
     * @throws StepgraphException with {@link ErrorCode#STORE_CLOSED} if the store is closed
     */
    <T extends @Nullable Object> T call(Function<Moment, T> work) {
        lock.lock();
        try {
            if (closed) {
                throw StoreUnavailableException.closed("The store is closed; open another one.");
            }
            return work.apply(new Moment(clock.wall(), start.plusMillis(clock.millis())));
        } finally {
            lock.unlock();
        }
    }

    /** Executes a transaction on a run; null if there is no such run. */
    <T> @Nullable T on(RunKey key, BiFunction<MemoryRun, Moment, @Nullable T> work) {
        return call(now -> {
            MemoryRun run = runs.get(key);
            return run == null ? null : work.apply(run, now);
        });
    }

    /** Executes a transaction on a run, or returns this if there is no such run. */
    <T> T on(RunKey key, T absent, BiFunction<MemoryRun, Moment, T> work) {
        return call(now -> {
            MemoryRun run = runs.get(key);
            return run == null ? absent : work.apply(run, now);
        });
    }

    void close() {
        lock.lock();
        try {
            closed = true;
            runs.clear();
            graphs.clear();
            threads.clear();
            lastRuns.clear();
        } finally {
            lock.unlock();
        }
    }

    /** The runs of a namespace, in no order. */
    Stream<MemoryRun> in(String namespace) {
        return runs.values().stream().filter(run -> run.key.namespace().equals(namespace));
    }

    /**
     * A run that must exist.
     *
     * @throws io.stepgraph.runtime.RunNotFoundException if it does not
     */
    MemoryRun existing(RunKey key) {
        MemoryRun run = runs.get(key);
        if (run == null) {
            throw key.notFound();
        }
        return run;
    }

    /**
     * The run that is executed under a lease.
     *
     * @throws StepgraphException with {@link ErrorCode#LEASE_LOST} if the lease is over, or not that of the run
     */
    MemoryRun leased(Lease lease, Moment now) {
        MemoryRun run = runs.get(lease.key());
        if (run == null || !run.isHeldUnder(lease, now)) {
            StoredRun read = run == null ? null : run.read(now);
            throw lease.lost(read == null ? 0 : read.revision(), read);
        }
        return run;
    }

    /**
     * Adds a run, which is queued, with the state that its thread has.
     *
     * @throws io.stepgraph.runtime.ThreadBusyException if its thread has an unfinished run
     * @throws StepgraphException with {@link ErrorCode#WRONG_GRAPH} if its thread belongs to another graph
     * @throws io.stepgraph.runtime.StartConflictException if it was given a state, and its thread has one
     */
    MemoryRun add(NewRun run, Moment now) {
        ThreadKey thread = MemoryRun.thread(run);
        MemoryRun last = lastRuns.get(thread);
        if (thread != null && last != null && !last.status.isEnd()) {
            throw thread.busy(last.key, last.status);
        }
        StoredThread left = threads.get(thread);
        if (thread != null && left != null && !left.graph().equals(run.graph())) {
            throw thread.wrongGraph(left.graph(), run.graph());
        }
        if (thread != null && left != null && run.isStateGiven()) {
            throw thread.hasState(run.key());
        }
        MemoryRun added = new MemoryRun(run, left == null ? run.state() : left.state(), ++lastRunNumber, now);
        runs.put(run.key(), added);
        if (thread != null) {
            lastRuns.put(thread, added);
        }
        return added;
    }

    /**
     * Refuses a call whose runs cannot be added.
     *
     * @throws StepgraphException with {@link ErrorCode#FAMILY_TOO_LARGE} or {@link ErrorCode#START_CONFLICT}
     */
    void checkCall(MemoryRun caller, NewCall call) {
        call.checkRoom(caller.key, caller.root().family().size());
        for (NewChild child : call.children()) {
            if (runs.containsKey(new RunKey(caller.key.namespace(), child.id()))) {
                throw NewCall.taken(caller.key, child.id());
            }
        }
    }

    /** Adds the runs that a run has called in its present visit. */
    void addChildren(MemoryRun caller, NewCall newCall, @Nullable Due lasts, Moment now) {
        MemoryCall call = new MemoryCall(caller, caller.checkpoint.visit(), lasts);
        caller.calls.put(call.visit, call);
        for (NewChild child : newCall.children()) {
            MemoryRun added = new MemoryRun(child, call, ++lastRunNumber, now);
            call.add(added);
            runs.put(added.key, added);
        }
    }

    /** Removes a run that nobody has called, with its family. */
    void remove(MemoryRun run) {
        run.family().forEach(member -> runs.remove(member.key));
    }

    /**
     * Refuses a run whose thread has continued with another run.
     *
     * @throws io.stepgraph.runtime.ThreadBusyException if it has
     */
    void checkLast(MemoryRun run) {
        MemoryRun last = run.thread == null ? null : lastRuns.get(run.thread);
        if (run.thread != null && last != null && last != run) {
            throw run.thread.goneOn(run.key, last.key);
        }
    }

    /**
     * Completes a write that may have ended the run: the thread gets its state, and the run drops its values
     * (S3).
     */
    void written(MemoryRun run) {
        if (run.status.isEnd()) {
            if (run.thread != null && run.state != null && lastRuns.get(run.thread) == run) {
                threads.put(run.thread, new StoredThread(run.graph, run.state, run.runNumber));
            }
            run.dropValues();
        }
    }
}
