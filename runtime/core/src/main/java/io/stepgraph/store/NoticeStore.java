package io.stepgraph.store;

import io.stepgraph.runtime.graph.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The part of a {@link Store} that keeps which runs a handler is to be told of (Q13). The write that stores a question,
 * a park or a failure makes a notice of it, which is to be told at once; any other stop, and each write that continues
 * the run, drops it. A failed run that another run has called gets no notice, and neither does a parked run that a
 * worker may claim, since another runner may execute the step. Safe for use by many threads.
 */
public interface NoticeStore {

    /**
     * Claims notices that are to be told now: of each graph and namespace about the same number, first those that were
     * not claimed before, the oldest first. They are not claimed again for this time. A question whose time is over
     * gives none.
     *
     * @param graphs the names of the graphs
     * @param namespaces the namespaces; empty for all
     * @param limit how many at most; not below zero
     * @param length how long others leave them alone
     * @return the notices, in no order
     */
    List<ClaimedNotice> claim(Set<String> graphs, Set<String> namespaces, int limit, Duration length);

    /**
     * Ends a notice, or puts it off. Does nothing if the run has changed since.
     *
     * @param notice the notice as it was claimed
     * @param again in how long it is to be told again; null if it was told
     */
    void told(ClaimedNotice notice, @Nullable Duration again);

    /**
     * Marks old notices as told, when the first handler of the store begins; nothing when one has begun before.
     *
     * @param from notices of runs that stopped before this time are marked
     * @return how many; -1 if a handler has begun before
     */
    long begin(Instant from);

    /**
     * A notice that was claimed. It is read as it is stored, so that a damaged one is in the way of no other.
     *
     * @param run the run
     * @param runNumber its number
     * @param graph the stable name of its graph
     * @param revision its revision
     * @param visit the visit at which it has stopped
     * @param step the step
     * @param kind the {@link StopReason#kind} of why it has stopped
     * @param reason the rest of why, as {@link StopReason#of} reads it
     * @param since when it stopped, by the store's clock
     * @param due when the time for an answer is over; null if never
     */
    record ClaimedNotice(
            RunKey run,
            long runNumber,
            String graph,
            long revision,
            long visit,
            String step,
            String kind,
            Json reason,
            Instant since,
            @Nullable Instant due) {}
}
