package io.stepgraph.store;

/**
 * A run that a worker has claimed (L5).
 *
 * @param key the run
 * @param crashes the crashes of its visit, as {@link StoredRun#crashesWhenAcquired} counts them
 * @param isAbandoned whether it has an owner, who has let its lease end
 */
public record ClaimedRun(RunKey key, int crashes, boolean isAbandoned) {}
