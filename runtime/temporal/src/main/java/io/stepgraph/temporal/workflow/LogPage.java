package io.stepgraph.temporal.workflow;

import io.stepgraph.runtime.event.RunRef;
import io.stepgraph.runtime.graph.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Some events of one execution of a run's workflow.
 *
 * @param earlier where the events before those of this execution end; null if there are none
 * @param lastEvent the number of the last event of this execution
 * @param fencingToken the number of the last visit that was given to a worker
 * @param isEnd whether the run has ended
 * @param batches the events, a batch for each change
 */
public record LogPage(
        RunRef run, @Nullable LogEnd earlier, long lastEvent, long fencingToken, boolean isEnd, List<Batch> batches) {

    /**
     * The events of one change.
     *
     * @param last the number of the last of them
     * @param at the time, in milliseconds by Temporal's clock
     */
    public record Batch(long last, long at, List<Json> events) {}
}
