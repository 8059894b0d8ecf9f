package io.stepgraph.engine.lease;

import io.stepgraph.engine.store.Owner;
import io.stepgraph.engine.store.Retention;
import io.stepgraph.engine.store.RunRecord;
import io.stepgraph.engine.store.Store;
import io.stepgraph.runtime.Time;
import io.stepgraph.runtime.log.Log;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Deletes runs with {@link Retention#DELETE_ON_END} some time after their end (S3). It needs no thread: a call of the runner
 * that has its outcome looks for such runs, a few times in each {@code deleteAfter}, and so does {@code close}. A runner that
 * has never met such a run asks the store nothing.
 */
public final class MarkedRunDeleter {
    private static final int BATCH = 500;
    private static final int LOOKS = 4;

    private final RunnerConfig config;
    private final Owner owner;
    private final Store store;
    private final long interval;
    private final AtomicLong nextLook;
    private volatile boolean isNeeded;

    MarkedRunDeleter(RunnerConfig config, Owner owner, Store store) {
        this.config = config;
        this.owner = owner;
        this.store = store;
        this.interval = Time.nanos(config.deleteAfter()) / LOOKS;
        this.nextLook = new AtomicLong(config.time().nanos());
        this.isNeeded = config.retention() == Retention.DELETE_ON_END;
    }

    /** The runner executes this run. */
    void executes(RunRecord run) {
        if (run.retention() == Retention.DELETE_ON_END) {
            isNeeded = true;
        }
    }

    /** A call has its outcome. Deletes the runs that are due, unless another call did so a short while ago. */
    public void callIsDone() {
        if (!isNeeded) {
            return;
        }
        long now = config.time().nanos();
        long due = nextLook.get();
        if (now - due >= 0 && nextLook.compareAndSet(due, now + interval) && delete(null) == BATCH) {
            nextLook.set(now);
        }
    }

    /** The runner is closed: deletes the runs that are due, and the runs that this runner has ended. */
    public void close() {
        while (isNeeded && delete(owner) == BATCH) {
            // There may be more.
        }
    }

    /** A store that does not answer is no trouble of the call, which has its outcome; a later call tries again. */
    private int delete(@Nullable Owner endedBy) {
        Duration age = config.deleteAfter();
        try {
            return store.deleteMarked(config.namespace(), age, endedBy, BATCH);
        } catch (RuntimeException failed) {
            Log.notDeleted(config.namespace(), failed);
            return 0;
        }
    }
}
