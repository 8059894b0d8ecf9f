package io.stepgraph.store;

import io.stepgraph.runtime.graph.StepEntry;

/**
 * The place at which a run continues, and the runner that executes it from there.
 *
 * @param checkpoint the step that the run enters; the stored state stays
 * @param leaseRequest the runner, and the length of its lease
 */
public record Continuation(StepEntry checkpoint, LeaseRequest leaseRequest) {}
