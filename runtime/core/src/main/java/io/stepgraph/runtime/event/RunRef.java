package io.stepgraph.runtime.event;

/**
 * Identifies one run among all runs of a store, as tickets and cursors do.
 *
 * @param namespace the namespace of the run
 * @param id the id of the run
 * @param runNumber the number of the run, which no later run of the same id has
 */
public record RunRef(String namespace, String id, long runNumber) {}
