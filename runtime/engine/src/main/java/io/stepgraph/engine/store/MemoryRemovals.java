package io.stepgraph.engine.store;

import java.time.Duration;
import java.time.Instant;
import java.util.function.BiPredicate;
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
        return remove(namespace, (row, now) -> row.isMarked() || row.status.hasEndedBefore(endedBefore), limit);
    }

    int deleteMarked(String namespace, Duration age, @Nullable Owner by, int limit) {
        return remove(
                namespace,
                (row, now) ->
                        row.isMarked() && (row.status.hasEndedFor(Horizon.within(age), now) || row.wasEndedBy(by)),
                limit);
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

    private int remove(String namespace, BiPredicate<MemoryRow, Moment> which, int limit) {
        Store.checkLimit(limit);
        return transactions.call(now -> rows.delete(
                namespace, row -> row.effects.inDoubt(now.monotonic()).isEmpty() && which.test(row, now), limit));
    }
}
