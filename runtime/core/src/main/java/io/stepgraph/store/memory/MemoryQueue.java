package io.stepgraph.store.memory;

import io.stepgraph.store.ClaimRequest;
import io.stepgraph.store.ClaimedRun;
import io.stepgraph.store.NewRun;
import io.stepgraph.store.Owner;
import io.stepgraph.store.QueueRequest;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.RunQueue;
import io.stepgraph.store.Status;
import io.stepgraph.store.StopReason;
import io.stepgraph.store.StoredRun;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** The queue of a {@link MemoryStore}. */
final class MemoryQueue implements RunQueue {
    private final MemoryTables tables;

    MemoryQueue(MemoryTables tables) {
        this.tables = tables;
    }

    /** A run that may be claimed, and its place among those of its namespace. */
    private record Claimable(MemoryRun run, int place) {}

    @Override
    public boolean enqueue(NewRun run, QueueRequest request) {
        return tables.call(now -> {
            if (tables.runs.containsKey(run.key())) {
                return false;
            }
            long queued = tables.in(run.key().namespace())
                    .filter(other ->
                            other.graph.equals(run.graph()) && other.calledIn == null && other.status == Status.QUEUED)
                    .count();
            request.checkRoom(run, queued);
            tables.add(run, now).queue(request.dueAt(now.wall()), now);
            return true;
        });
    }

    @Override
    public boolean fork(NewRun run, long source) {
        return tables.call(now -> {
            if (tables.runs.containsKey(run.key())) {
                return false;
            }
            MemoryRun fork = tables.add(run, now);
            tables.in(run.key().namespace())
                    .filter(other -> other.runNumber == source)
                    .forEach(fork::inherit);
            return true;
        });
    }

    /** Claims runs: the first of each namespace, then the second of each, and so on. */
    @Override
    public List<ClaimedRun> claim(ClaimRequest request) {
        return tables.call(now -> {
            Map<String, Integer> places = new HashMap<>();
            List<Claimable> claimable = new ArrayList<>();
            tables.runs.values().stream()
                    .filter(run -> isClaimable(run, request, now))
                    .sorted(Comparator.comparing((MemoryRun run) -> run.status != Status.RUNNING)
                            .thenComparing(run -> run.sinceAwake(now), Comparator.reverseOrder())
                            .thenComparing(run -> run.runNumber))
                    .forEach(run ->
                            claimable.add(new Claimable(run, places.merge(run.key.namespace(), 1, Integer::sum))));
            List<ClaimedRun> claimed = new ArrayList<>();
            claimable.stream()
                    .sorted(Comparator.comparing(Claimable::place))
                    .limit(request.limit())
                    .map(Claimable::run)
                    .forEach(run -> {
                        run.claim(request.length(), now);
                        claimed.add(new ClaimedRun(run.key, run.read(now).crashesWhenAcquired(), run.owner != null));
                    });
            return claimed;
        });
    }

    @Override
    public void unclaim(List<RunKey> claimed) {
        tables.call(now -> {
            claimed.stream()
                    .flatMap(key -> Stream.ofNullable(tables.runs.get(key)))
                    .forEach(MemoryRun::unclaim);
            return true;
        });
    }

    private static boolean isClaimable(MemoryRun claimed, ClaimRequest request, Moment now) {
        StoredRun run = claimed.read(now);
        Long refused = request.refused().get(run.runNumber());
        if (!run.graph().equals(request.graph())
                || !(request.root() == null || isDescendant(claimed, request.root()))
                || !request.steps().contains(run.checkpoint().step())
                || run.crashesWhenAcquired() >= request.maxCrashes()
                || !(request.namespaces().isEmpty()
                        || request.namespaces().contains(run.key().namespace()))
                || (refused != null && refused == run.revision())
                || !claimed.isAwake(now)) {
            return false;
        }
        Owner owner = run.owner();
        if (owner != null) {
            Set<String> dead = request.deadRunners();
            return dead != null && (run.isLeaseOver() || dead.contains(owner.runner()));
        }
        return !(run.stopReason() instanceof StopReason.Parked parked)
                || parked.required() == null
                || request.maxMode().permits(parked.required());
    }

    private static boolean isDescendant(MemoryRun run, long root) {
        return run.calledIn != null && run.root().runNumber == root;
    }

    @Override
    public List<Owner> owners() {
        return tables.call(now -> tables.runs.values().stream()
                .flatMap(run -> Stream.ofNullable(run.owner))
                .distinct()
                .toList());
    }

    @Override
    public void forgiveCrashes(Owner owner, int crashes) {
        tables.call(now -> {
            for (MemoryRun run : tables.runs.values()) {
                if (run.owner != null
                        && run.owner.runner().equals(owner.runner())
                        && run.checkpoint.crashes() >= crashes) {
                    run.forgiveCrash();
                }
            }
            return true;
        });
    }
}
