package io.stepgraph.runtime.execute;

import io.stepgraph.runtime.LeaseLost;
import io.stepgraph.runtime.store.Commit;
import io.stepgraph.runtime.store.CommitResult;
import io.stepgraph.runtime.store.Lease;
import io.stepgraph.runtime.store.Rest;
import io.stepgraph.runtime.store.RunRecord;
import io.stepgraph.runtime.store.Status;
import io.stepgraph.runtime.store.Store;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes the end of a run that its end removes (S3), and lets the streams of this runner see what they have not read yet. */
final class RemovingEnd {
    private final RunnerContext runner;
    private final Store store;
    private final Lease lease;
    private final LeaseAge age;
    private final @Nullable RunRecord removable;
    private volatile boolean isRemoved;

    RemovingEnd(RunnerContext runner, Store store, RunRecord acquired, Lease lease, LeaseAge age) {
        this.runner = runner;
        this.store = store;
        this.removable = acquired.isRemovedBy(Status.SUCCEEDED) ? acquired : null;
        this.lease = lease;
        this.age = age;
    }

    /** Whether the run is removed by its end. */
    boolean removes() {
        return removable != null;
    }

    /** The run as it was acquired, if its end has removed it since; null if it is there. */
    @Nullable RunRecord removed() {
        return isRemoved ? removable : null;
    }

    /** Writes the end. */
    CommitResult write(Commit commit, Rest rest, long lastEvent) {
        List<RunSubscription> readers = runner.executions().watchers.of(lease.key());
        if (readers == null) {
            return written(commit);
        }
        LastWords words = LastWords.before(
                store,
                lease,
                readers,
                rest,
                commit.events(),
                lastEvent,
                runner.config().time());
        readers.forEach(RunSubscription::ends);
        try {
            return written(commit);
        } finally {
            readers.forEach(reader -> reader.ended(isRemoved ? words : null));
        }
    }

    private CommitResult written(Commit commit) {
        CommitResult result;
        try {
            result = store.commit(lease, commit);
        } catch (LeaseLost lost) {
            if (lost.getSuppressed().length == 0 || !isGoneByUs()) {
                throw lost;
            }
            result = CommitResult.STORED;
        }
        isRemoved = result == CommitResult.STORED;
        return result;
    }

    /**
     * Whether a run that is gone was removed by a commit whose reply was lost (R11): as long as the lease lasts nobody else
     * could have ended it.
     */
    private boolean isGoneByUs() {
        RunRecord found = store.find(lease.key());
        return (found == null || found.incarnation() != lease.incarnation()) && !age.mayBeOver();
    }
}
