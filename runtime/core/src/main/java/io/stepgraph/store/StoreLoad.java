package io.stepgraph.store;

import java.time.Duration;
import java.util.List;

/**
 * The work that waits in a store for one namespace at a moment: for metrics.
 *
 * @param runs the unfinished runs by graph and status; a pair that is missing has none
 * @param queueAge how long the run that waits longest for a worker has been due: a queued one since it could be
 *     claimed, one that runs since its lease expired; zero if none does
 * @param effectsInDoubt how many effects a person has to resolve
 * @param pastDue how many questions, waits and calls have been due for longer than {@link #GRACE}: no process continues
 *     their runs
 */
public record StoreLoad(List<RunCount> runs, Duration queueAge, long effectsInDoubt, long pastDue) {
    /** The time within which a worker continues a run whose question, wait or call is due. */
    public static final Duration GRACE = Duration.ofMinutes(1);

    /** Copies the list. */
    public StoreLoad {
        runs = List.copyOf(runs);
    }

    /**
     * The number of runs of a graph that have a status.
     *
     * @param graph the graph
     * @param status the status
     * @param count the number of runs
     */
    public record RunCount(String graph, Status status, long count) {}
}
