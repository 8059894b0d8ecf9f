package io.stepgraph.store.memory;

import io.stepgraph.store.Horizon;
import io.stepgraph.store.Owner;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.RunRemovals;
import io.stepgraph.store.Status;
import io.stepgraph.store.Store;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Removes runs of a {@link MemoryStore}. */
final class MemoryRemovals implements RunRemovals {
    private final MemoryTables tables;
    private final MemoryEffects effects;

    MemoryRemovals(MemoryTables tables, MemoryEffects effects) {
        this.tables = tables;
        this.effects = effects;
    }

    @Override
    public boolean delete(RunKey key) {
        return tables.on(key, false, (run, now) -> {
            if (run.calledIn != null) {
                throw key.isCalled(run.calledIn.caller.key.id());
            }
            if (!run.status.isEnd()) {
                return false;
            }
            for (MemoryRun member : run.family()) {
                if (!member.status.isEnd()) {
                    throw key.isUnfinished(member.key);
                }
                member.key.checkNoneInDoubt(member.effects.inDoubt(now.monotonic()));
            }
            tables.remove(run);
            return true;
        });
    }

    @Override
    public int prune(String namespace, Status status, Instant endedBefore, int limit) {
        RunRemovals.checkPrunable(status, limit);
        return tables.call(now -> delete(prunable(namespace, status, endedBefore, limit, now)));
    }

    @Override
    public int countPrunable(String namespace, Status status, Instant endedBefore, int limit) {
        RunRemovals.checkPrunable(status, limit);
        return tables.call(
                now -> prunable(namespace, status, endedBefore, limit, now).size());
    }

    private List<MemoryRun> prunable(String namespace, Status status, Instant endedBefore, int limit, Moment now) {
        return ended(
                namespace,
                run -> run.status == status
                        && (run.read(now).isMarked() || run.changed.wall().isBefore(endedBefore)),
                limit,
                now);
    }

    @Override
    public int deleteMarked(String namespace, Duration age, @Nullable Owner by, int limit) {
        Store.checkLimit(limit);
        return tables.call(now -> {
            Instant endedUntil = now.monotonic().minus(Horizon.within(age));
            return delete(ended(
                    namespace,
                    run -> run.read(now).isMarked()
                            && (!run.changed.monotonic().isAfter(endedUntil) || (by != null && by.equals(run.endedBy))),
                    limit,
                    now));
        });
    }

    /** Runs whose families have ended without an effect in doubt, the oldest first. */
    private List<MemoryRun> ended(String namespace, Predicate<MemoryRun> which, int limit, Moment now) {
        return tables.in(namespace)
                .filter(run -> run.calledIn == null
                        && run.status.isEnd()
                        && which.test(run)
                        && run.family().stream().allMatch(member -> isRemovable(member, now)))
                .sorted(Comparator.comparing(run -> run.changed.wall()))
                .limit(limit)
                .toList();
    }

    private static boolean isRemovable(MemoryRun member, Moment now) {
        return member.status.isEnd() && member.effects.inDoubt(now.monotonic()).isEmpty();
    }

    private int delete(List<MemoryRun> gone) {
        gone.forEach(tables::remove);
        return gone.size();
    }

    @Override
    public int deleteAll(String namespace, int limit) {
        Store.checkLimit(limit);
        return tables.call(now -> {
            int gone = delete(tables.in(namespace)
                    .filter(run -> run.calledIn == null)
                    .limit(limit)
                    .toList());
            if (gone == 0) {
                tables.threads.keySet().removeIf(thread -> thread.namespace().equals(namespace));
                tables.lastRuns.keySet().removeIf(thread -> thread.namespace().equals(namespace));
                effects.deleteKeys(namespace, now);
            }
            return gone;
        });
    }
}
