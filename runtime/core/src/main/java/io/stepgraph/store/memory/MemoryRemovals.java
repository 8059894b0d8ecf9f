package io.stepgraph.store.memory;

import io.stepgraph.store.Horizon;
import io.stepgraph.store.Owner;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.Store;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Removes runs of a {@link MemoryStore}. */
final class MemoryRemovals {
    private final MemoryTransactions transactions;
    private final MemoryRows rows;
    private final MemoryThreads threads;
    private final MemoryKeys keys;

    MemoryRemovals(MemoryTransactions transactions, MemoryRows rows, MemoryThreads threads, MemoryKeys keys) {
        this.transactions = transactions;
        this.rows = rows;
        this.threads = threads;
        this.keys = keys;
    }

    boolean delete(RunKey key) {
        return transactions.call(now -> rows.delete(key, now));
    }

    int prune(String namespace, Instant endedBefore, int limit) {
        return transactions.call(now -> rows.delete(prunable(namespace, endedBefore, limit, now)));
    }

    int countPrunable(String namespace, Instant endedBefore, int limit) {
        return transactions.call(
                now -> prunable(namespace, endedBefore, limit, now).size());
    }

    private List<MemoryRow> prunable(String namespace, Instant endedBefore, int limit, Moment now) {
        return removable(namespace, row -> row.isMarked() || row.status.hasEndedBefore(endedBefore), limit, now);
    }

    int deleteMarked(String namespace, Duration age, @Nullable Owner by, int limit) {
        return transactions.call(now -> rows.delete(removable(
                namespace,
                row -> row.isMarked() && (row.status.hasEndedFor(Horizon.within(age), now) || row.wasEndedBy(by)),
                limit,
                now)));
    }

    int deleteAll(String namespace, int limit) {
        Store.checkLimit(limit);
        return transactions.call(now -> {
            int gone = rows.deleteAll(namespace, limit);
            if (gone == 0) {
                threads.clear(namespace);
                keys.deleteAll(namespace, now);
            }
            return gone;
        });
    }

    private List<MemoryRow> removable(String namespace, Predicate<MemoryRow> which, int limit, Moment now) {
        Store.checkLimit(limit);
        return rows.ended(namespace, row -> row.effects.inDoubt(now.monotonic()).isEmpty() && which.test(row), limit);
    }
}
