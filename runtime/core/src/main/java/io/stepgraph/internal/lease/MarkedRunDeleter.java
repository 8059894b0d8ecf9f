package io.stepgraph.internal.lease;

import io.stepgraph.internal.step.Log;
import io.stepgraph.internal.step.Nanos;
import io.stepgraph.store.Owner;
import io.stepgraph.store.Retention;
import io.stepgraph.store.StoredRun;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Deletes runs with {@link Retention#DELETE_ON_END} some time after their end (S3). It needs no thread: a call of the
 * runner that has its outcome looks for such runs, a few times in each {@code deleteAfter}, and so does {@code close}.
 * A runner that has never met such a run asks the store nothing.
 */
public final class MarkedRunDeleter {
    private static final int BATCH = 500;
    private static final int LOOKS = 4;

    private final RunnerConfig config;
    private final Owner owner;
    private final GuardedStore store;
    private final long interval;
    private final AtomicLong nextLook;

    /** The namespaces in which there may be such runs. */
    private final Set<String> namespaces = ConcurrentHashMap.newKeySet();

    MarkedRunDeleter(RunnerConfig config, Owner owner, GuardedStore store) {
        this.config = config;
        this.owner = owner;
        this.store = store;
        this.interval = Nanos.of(config.deleteAfter()) / LOOKS;
        this.nextLook = new AtomicLong(config.clock().nanos());
        if (config.starts().retention() == Retention.DELETE_ON_END) {
            namespaces.add(config.namespace());
        }
    }

    /** The runner executes this run. */
    void executes(StoredRun run) {
        if (run.retention() == Retention.DELETE_ON_END) {
            namespaces.add(run.key().namespace());
        }
    }

    /** A call has its outcome. Deletes the runs that are due, unless another call did so a short while ago. */
    public void callIsDone() {
        if (namespaces.isEmpty()) {
            return;
        }
        long now = config.clock().nanos();
        long due = nextLook.get();
        if (now - due >= 0 && nextLook.compareAndSet(due, now + interval) && isMoreLeft(null)) {
            nextLook.set(now);
        }
    }

    /** The runner is closed: deletes the runs that are due, and the runs that this runner has ended. */
    public void close() {
        while (isMoreLeft(owner)) {
            // There may be more.
        }
    }

    /**
     * Deletes a batch of each namespace. If the store does not answer, the call still returns its outcome; a later call
     * tries again.
     */
    private boolean isMoreLeft(@Nullable Owner endedBy) {
        boolean isMoreLeft = false;
        for (String namespace : namespaces) {
            try {
                isMoreLeft |=
                        store.call(s -> s.removals().deleteMarked(namespace, config.deleteAfter(), endedBy, BATCH))
                                == BATCH;
            } catch (RuntimeException failed) {
                Log.notDeleted(namespace, failed);
            }
        }
        return isMoreLeft;
    }
}
