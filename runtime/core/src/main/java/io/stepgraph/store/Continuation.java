package io.stepgraph.store;

import io.stepgraph.runtime.graph.StepEntry;

/**
 * Where a run continues, and which runner executes it from there.
 *
 * @param checkpoint the step that the run enters; the stored state stays
 * @param leaseRequest the runner, and the length of its lease
 */
public record Continuation(StepEntry checkpoint, LeaseRequest leaseRequest) {}
