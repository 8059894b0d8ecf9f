package io.stepgraph.store;

import io.stepgraph.runtime.graph.Json;

/**
 * A graph as a tool can draw it without the agent's classes.
 *
 * @param name the stable name of the graph
 * @param fingerprint the fingerprint of this build of the graph
 * @param json the file {@code .json} that the processor wrote for it
 */
public record StoredGraph(String name, String fingerprint, Json json) {}
