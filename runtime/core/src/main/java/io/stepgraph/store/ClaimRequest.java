package io.stepgraph.store;

import io.stepgraph.PermissionMode;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The request of a worker for runs of one graph to continue (L5).
 *
 * @param graph the stable name of the graph
 * @param steps the names of the steps that the worker has; runs at other steps are left to other builds
 * @param namespaces the namespaces that the worker serves; empty for all
 * @param maxMode the most that runs may do on this worker; runs that are parked for more are left to other workers
 * @param maxCrashes runs whose visits have had this many crashes are left to other workers; {@link #NO_LIMIT} for none
 * @param deadRunners the runners, by {@link Owner#runner}, that are proven dead: their leases count as over; null to
 *     claim only runs without an owner, which costs the store less
 * @param length how long other workers leave the runs to this one
 * @param limit how many runs at most; above zero
 * @param refused the runs that the worker has refused, by run number, with their revision: they are left out until they
 *     change
 * @param root only descendants of the run with this number, which nobody has called (C7); null for all runs
 */
public record ClaimRequest(
        String graph,
        Set<String> steps,
        Set<String> namespaces,
        PermissionMode maxMode,
        int maxCrashes,
        @Nullable Set<String> deadRunners,
        Duration length,
        int limit,
        Map<Long, Long> refused,
        @Nullable Long root) {
    /** The limit of a worker that takes runs whatever their crashes. */
    public static final int NO_LIMIT = Integer.MAX_VALUE;

    /** Creates a request for runs of any family. */
    public ClaimRequest(
            String graph,
            Set<String> steps,
            Set<String> namespaces,
            PermissionMode maxMode,
            int maxCrashes,
            @Nullable Set<String> deadRunners,
            Duration length,
            int limit,
            Map<Long, Long> refused) {
        this(graph, steps, namespaces, maxMode, maxCrashes, deadRunners, length, limit, refused, null);
    }

    /** Copies the sets, and cuts the times to the {@link Horizon}. */
    public ClaimRequest {
        steps = Set.copyOf(steps);
        namespaces = Set.copyOf(namespaces);
        deadRunners = deadRunners == null ? null : Set.copyOf(deadRunners);
        refused = Map.copyOf(refused);
        length = Horizon.within(length);
        if (limit < 1) {
            throw new IllegalArgumentException("A worker must claim at least one run, not " + limit + ".");
        }
    }

    /** The refused runs, each as its number, a colon and its revision. */
    public List<String> refusals() {
        return refused.entrySet().stream()
                .map(run -> run.getKey() + ":" + run.getValue())
                .toList();
    }

    /** The names of the modes that a run which may do this much satisfies. */
    public static List<String> modesUpTo(PermissionMode mode) {
        return Arrays.stream(PermissionMode.values())
                .filter(required -> mode.permits(required))
                .map(Enum::name)
                .toList();
    }
}
