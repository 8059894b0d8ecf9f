package io.stepgraph.store;

/**
 * A namespace that has runs.
 *
 * @param namespace its name
 * @param runs how many runs it has, counted up to {@link RunLists#MOST_COUNTED}
 */
public record NamespaceRuns(String namespace, long runs) {}
