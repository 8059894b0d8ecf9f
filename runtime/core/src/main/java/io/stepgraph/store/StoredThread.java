package io.stepgraph.store;

import io.stepgraph.runtime.graph.Json;

/**
 * A stored conversation: the state that its last run left.
 *
 * @param graph the stable name of the graph of its runs
 * @param state the state that the last run ended with
 * @param lastRun the number of that run
 */
public record StoredThread(String graph, Json state, long lastRun) {}
