package io.stepgraph.internal.visit;

import io.stepgraph.runtime.graph.Json;
import io.stepgraph.runtime.graph.StepEntry;

/**
 * The start of a run as an engine keeps it.
 *
 * @param checkpoint the first step to enter
 * @param state the state that it is entered with
 * @param document state and input in one document, to compare starts (R3)
 */
public record VisitStart(StepEntry checkpoint, Json state, Json document) {}
