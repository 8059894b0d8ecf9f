package io.stepgraph.internal.visit;

import io.stepgraph.PermissionMode;
import io.stepgraph.runtime.event.RunRef;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.runtime.graph.StepEntry;

/**
 * A visit that is to be made.
 *
 * @param run the run
 * @param mode the mode of the run
 * @param checkpoint the step to enter, with its input and its counts
 * @param state the state that the step is entered with
 */
public record VisitCall(RunRef run, PermissionMode mode, StepEntry checkpoint, Json state) {}
