package io.stepgraph.store;

import io.stepgraph.runtime.QueueFullException;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The settings with which a run is queued.
 *
 * @param maxQueued how many runs of its graph and namespace may be {@code QUEUED} with it; null if without limit
 * @param startAt when it begins at the earliest, by the store's clock; null if no time was given
 * @param startAfter the delay after which it begins at the earliest; null if none was given
 */
public record QueueRequest(
        @Nullable Integer maxQueued,
        @Nullable Instant startAt,
        @Nullable Duration startAfter) {

    /** Cuts the times to the {@link Horizon}. */
    public QueueRequest {
        startAt = startAt == null ? null : Horizon.within(startAt);
        startAfter = startAfter == null ? null : Horizon.within(startAfter);
    }

    /**
     * Refuses a run for which the queue has no room.
     *
     * @param queued how many runs of its graph and namespace are queued
     */
    public void checkRoom(NewRun run, long queued) {
        if (maxQueued != null && queued >= maxQueued) {
            throw new QueueFullException("Run '" + run.key() + "' was not stored: the queue of graph '" + run.graph()
                    + "' in namespace '" + run.key().namespace() + "' has its maximum of " + maxQueued
                    + " runs. Enqueue it again later, or let more workers run.");
        }
    }

    /** The time before which the run does not begin, if it is stored now; null if it may begin at once. */
    public @Nullable Instant dueAt(Instant now) {
        return startAt == null && startAfter != null ? now.plus(startAfter) : startAt;
    }
}
