package io.stepgraph.store.memory;

import io.stepgraph.store.ClaimRequest;
import io.stepgraph.store.ClaimedRun;
import io.stepgraph.store.NewRun;
import io.stepgraph.store.Owner;
import io.stepgraph.store.QueueRequest;
import io.stepgraph.store.RunQueue;
import io.stepgraph.store.Status;
import io.stepgraph.store.StopReason;
import io.stepgraph.store.StoredRun;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The queue of a {@link MemoryStore}. */
final class MemoryQueue implements RunQueue {
    private final MemoryTransactions transactions;
    private final MemoryRows rows;
    private final Adder adder;

    MemoryQueue(MemoryTransactions transactions, MemoryRows rows, Adder adder) {
        this.transactions = transactions;
        this.rows = rows;
        this.adder = adder;
    }

    /** Adds a run to the store. */
    interface Adder {
        MemoryRow add(NewRun run, MemoryStatus status, Moment now);
    }

    /** A run that may be claimed, and its place among those of its namespace. */
    private record Claimable(MemoryRow row, int place) {}

    @Override
    public boolean enqueue(NewRun run, QueueRequest request) {
        return transactions.call(now -> {
            if (rows.find(run.key()) != null) {
                return false;
            }
            request.checkRoom(run, queued(run.graph(), run.key().namespace()));
            adder.add(run, new MemoryStatus(request.dueAt(now.wall()), now), now);
            return true;
        });
    }

    @Override
    public boolean fork(NewRun run, long source) {
        return transactions.call(now -> {
            if (rows.find(run.key()) != null) {
                return false;
            }
            MemoryRow fork = adder.add(run, new MemoryStatus((Instant) null, now), now);
            rows.all().stream()
                    .filter(row -> row.runNumber == source)
                    .forEach(row -> fork.tickets.inherit(
                            row.tickets, source, run.checkpoint().visit()));
            return true;
        });
    }

    private long queued(String graph, String namespace) {
        return rows.all().stream()
                .filter(row -> row.graph.equals(graph)
                        && row.key.namespace().equals(namespace)
                        && row.status.status() == Status.QUEUED)
                .count();
    }

    @Override
    public List<ClaimedRun> claim(ClaimRequest request) {
        return transactions.call(now -> claim(request, now));
    }

    /** Claims runs: the first of each namespace, then the second of each, and so on. */
    private List<ClaimedRun> claim(ClaimRequest request, Moment now) {
        Map<String, Integer> places = new HashMap<>();
        List<Claimable> claimable = new ArrayList<>();
        rows.all().stream()
                .filter(row -> isClaimable(row, request, now))
                .sorted(Comparator.comparing((MemoryRow row) -> row.status.status() != Status.RUNNING)
                        .thenComparing(row -> row.status.sinceAwake(now), Comparator.reverseOrder()))
                .forEach(row -> claimable.add(new Claimable(row, places.merge(row.key.namespace(), 1, Integer::sum))));
        List<MemoryRow> claimed = claimable.stream()
                .sorted(Comparator.comparing(Claimable::place))
                .limit(request.limit())
                .map(Claimable::row)
                .toList();
        claimed.forEach(row -> row.status.claim(request.length(), now));
        return claimed.stream()
                .map(row -> new ClaimedRun(row.key, row.read(now).crashesWhenAcquired()))
                .toList();
    }

    private static boolean isClaimable(MemoryRow row, ClaimRequest request, Moment now) {
        StoredRun run = row.read(now);
        boolean isKnown = run.graph().equals(request.graph())
                && request.steps().contains(run.checkpoint().step())
                && run.crashesWhenAcquired() < request.maxCrashes()
                && (request.namespaces().isEmpty()
                        || request.namespaces().contains(run.key().namespace()));
        Long refused = request.refused().get(run.runNumber());
        boolean isRefused = refused != null && refused == run.revision();
        if (!isKnown || isRefused || !row.status.isAwake(now)) {
            return false;
        }
        Owner owner = run.owner();
        if (owner != null) {
            return run.isLeaseOver() || request.deadRunners().contains(owner.runner());
        }
        return !(run.stopReason() instanceof StopReason.Parked parked)
                || parked.required() == null
                || request.maxMode().permits(parked.required());
    }

    @Override
    public List<Owner> owners() {
        return transactions.call(now -> rows.all().stream()
                .flatMap(row -> Stream.ofNullable(row.status.owner()))
                .distinct()
                .toList());
    }

    @Override
    public void forgiveCrashes(Owner owner, int crashes) {
        transactions.call(now -> {
            for (MemoryRow row : rows.all()) {
                Owner executing = row.status.owner();
                if (executing != null
                        && executing.runner().equals(owner.runner())
                        && row.position.checkpoint().crashes() >= crashes) {
                    row.status.forgiveCrash();
                }
            }
            return rows;
        });
    }

    /** A run of which an effect was resolved: lets a worker continue it, if no effect of its visit is in doubt any more. */
    static void resolved(MemoryRow row, Moment now) {
        StoredRun run = row.read(now);
        if (run.stopReason() instanceof StopReason.Parked parked
                && parked.required() == null
                && !row.effects.isAnyInDoubt(run.checkpoint().visit())) {
            row.status.wake(now);
        }
    }
}
