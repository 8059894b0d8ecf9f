package io.stepgraph.runtime.store;

/**
 * The right of one owner to write to one run, until the next acquisition.
 *
 * @param key the run
 * @param incarnation the run's number
 * @param token the fencing token
 */
public record Lease(RunKey key, long incarnation, long token) {}
