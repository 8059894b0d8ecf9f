package io.stepgraph.store;

import io.stepgraph.PermissionMode;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.runtime.graph.StepEntry;
import java.util.List;

/**
 * A run to be started by the commit of a call. The store copies the rest from the row of the caller: namespace, mode
 * (at most {@code maxMode}), deadline, retention, and who started it.
 *
 * @param id its id
 * @param place its number among the agents of the call, or the elements of the list, from 1
 * @param graph the stable name of its graph
 * @param fingerprint the graph's fingerprint
 * @param maxMode the most that it may do
 * @param checkpoint its first visit
 * @param state the state that it begins with
 * @param events the first events of its log
 */
public record NewChild(
        String id,
        int place,
        String graph,
        String fingerprint,
        PermissionMode maxMode,
        StepEntry checkpoint,
        Json state,
        List<Json> events) {

    /** Copies the list. */
    public NewChild {
        events = List.copyOf(events);
    }
}
