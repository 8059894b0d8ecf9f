package io.stepgraph.internal.run;

import io.stepgraph.internal.lease.GuardedStore;
import io.stepgraph.internal.lease.OwnerIdentity;
import io.stepgraph.internal.lease.RunnerConfig;
import io.stepgraph.internal.run.Claims.Claim;
import io.stepgraph.internal.step.Nanos;
import io.stepgraph.store.ClaimRequest;
import io.stepgraph.store.ClaimedRun;
import io.stepgraph.store.Owner;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Claims runs in the store of a worker: from each graph about the same number. Used by the thread of one loop, except
 * {@link #leave}.
 */
final class Claimer {
    /**
     * The time for which other workers leave a claimed run to this one, which acquires the run at once unless it dies.
     */
    private static final Duration CLAIM = Duration.ofSeconds(10);

    /** The largest number of runs that are claimed at once, so that a slow claim holds no others back. */
    private static final int MOST = 64;

    /** The number of refused runs that are remembered. Beyond that, all are claimed and refused once more. */
    private static final int MOST_REFUSED = 1_000;

    /** A look for abandoned runs costs the store more than one for waiting runs. */
    private static final long LONGEST_INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final GuardedStore store;
    private final RunnerConfig config;
    private final List<ServedGraph> graphs;
    private final Set<String> namespaces;
    private final @Nullable Long root;
    private final Map<Long, Long> refused = new ConcurrentHashMap<>();

    /** The time at which abandoned runs of each graph were looked for, by its name. */
    private final Map<String, Long> lookedAt = new HashMap<>();

    /** The graph that is asked first. Another one each time, in order: a test that is repeated claims the same runs. */
    private int turn;

    Claimer(
            GuardedStore store,
            RunnerConfig config,
            List<ServedGraph> graphs,
            Set<String> namespaces,
            @Nullable Long root) {
        this.store = store;
        this.config = config;
        this.graphs = graphs;
        this.namespaces = namespaces;
        this.root = root;
    }

    /**
     * Claims runs.
     *
     * @param free how many at most
     * @param takesSuspects whether also runs that are to be executed alone (R6)
     * @param claims gets each one, also if an error follows
     */
    void claim(int free, boolean takesSuspects, Consumer<Claim> claims) {
        long now = config.clock().nanos();
        Set<String> deadRunners = null;
        int most = Math.min(MOST, free);
        int found = 0;
        List<ServedGraph> order = new ArrayList<>(graphs);
        Collections.rotate(order, -turn++ % order.size());
        for (int i = 0; i < order.size() && found < most; i++) {
            ServedGraph graph = order.get(i);
            Long lookedBefore = lookedAt.get(graph.name());
            boolean takesOver = lookedBefore == null || now - lookedBefore >= interval();
            if (takesOver && deadRunners == null) {
                deadRunners = deadRunners();
            }
            int share = 1 + (most - found - 1) / (order.size() - i);
            ClaimRequest request = new ClaimRequest(
                    graph.name(),
                    graph.steps(),
                    namespaces,
                    config.visits().maxMode(),
                    takesSuspects ? ClaimRequest.NO_LIMIT : config.visits().maxCrashes(),
                    takesOver ? deadRunners : null,
                    CLAIM,
                    share,
                    refused,
                    root);
            List<ClaimedRun> claimed = store.call(s -> s.queue().claim(request));
            for (ClaimedRun run : claimed) {
                claims.accept(new Claim(
                        graph,
                        run.key(),
                        run.crashes(),
                        run.crashes() >= config.visits().maxCrashes()));
                found++;
            }
            // There may be more than it has taken.
            if (takesOver && claimed.stream().noneMatch(ClaimedRun::isAbandoned)) {
                lookedAt.put(graph.name(), now);
            }
        }
    }

    /** A claim takes a run from other workers for a while, so it leaves out what this worker would refuse again. */
    void leave(ServedGraph.Refusal run) {
        if (refused.size() >= MOST_REFUSED) {
            refused.clear();
        }
        refused.put(run.runNumber(), run.revision());
    }

    /** Returns the time until abandoned runs are looked for again, in nanoseconds. */
    private long interval() {
        return Math.min(Nanos.of(config.pollInterval()), LONGEST_INTERVAL_NANOS);
    }

    private Set<String> deadRunners() {
        return store.call(s -> s.queue().owners()).stream()
                .filter(OwnerIdentity::isDead)
                .map(Owner::runner)
                .collect(Collectors.toUnmodifiableSet());
    }
}
