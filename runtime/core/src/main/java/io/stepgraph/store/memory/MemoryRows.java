package io.stepgraph.store.memory;

import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.store.Lease;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.StoredRun;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The runs of a {@link MemoryStore}. Every method is called under the store's lock. */
final class MemoryRows {
    private final Map<RunKey, MemoryRow> rows = new HashMap<>();

    void add(MemoryRow row) {
        rows.put(row.key, row);
    }

    @Nullable MemoryRow find(RunKey key) {
        return rows.get(key);
    }

    /** Reads a run; null if there is none. */
    <T> @Nullable T read(RunKey key, Function<MemoryRow, T> reader) {
        MemoryRow row = rows.get(key);
        return row == null ? null : reader.apply(row);
    }

    /**
     * A run that must exist.
     *
     * @throws io.stepgraph.runtime.RunNotFoundException if it does not
     */
    MemoryRow existing(RunKey key) {
        MemoryRow row = rows.get(key);
        if (row == null) {
            throw key.notFound();
        }
        return row;
    }

    /**
     * The run that is executed under a lease.
     *
     * @throws StepgraphException with {@link ErrorCode#LEASE_LOST} if the lease is over, or not that of the run
     */
    MemoryRow leased(Lease lease, Moment now) {
        MemoryRow row = rows.get(lease.key());
        StoredRun run = row == null ? null : row.read(now);
        if (row == null || run == null || !run.isHeldUnder(lease)) {
            throw lease.lost(run == null ? 0 : run.revision(), run);
        }
        return row;
    }

    /** The runs of a namespace whose leases are over, the longest over first. */
    List<RunKey> expired(String namespace, int limit, Moment now) {
        return rows.values().stream()
                .map(row -> row.read(now))
                .filter(run -> run.key().namespace().equals(namespace) && run.isLeaseOver())
                .sorted(Comparator.comparing(run -> Objects.requireNonNull(run.leaseUntil())))
                .limit(limit)
                .map(StoredRun::key)
                .toList();
    }

    /** All runs, in no order. */
    Collection<MemoryRow> all() {
        return rows.values();
    }

    /** Deletes a run that has ended; false if there is none. */
    boolean delete(RunKey key, Moment now) {
        MemoryRow row = rows.get(key);
        if (row == null || !row.status.status().isEnd()) {
            return false;
        }
        key.checkNoneInDoubt(row.effects.inDoubt(now.monotonic()));
        return rows.remove(key, row);
    }

    /** Ended runs of a namespace, the oldest first. */
    List<MemoryRow> ended(String namespace, Predicate<MemoryRow> which, int limit) {
        return rows.values().stream()
                .filter(row -> row.key.namespace().equals(namespace) && which.test(row))
                .sorted(Comparator.comparing(row -> Objects.requireNonNull(row.status.endedAt())))
                .limit(limit)
                .toList();
    }

    /** Deletes runs, and returns how many. */
    int delete(List<MemoryRow> gone) {
        gone.forEach(row -> rows.remove(row.key));
        return gone.size();
    }

    /** Deletes runs of a namespace whatever their status, and returns how many. */
    int deleteAll(String namespace, int limit) {
        List<MemoryRow> found = rows.values().stream()
                .filter(row -> row.key.namespace().equals(namespace))
                .limit(limit)
                .toList();
        return delete(found);
    }

    void clear() {
        rows.clear();
    }
}
