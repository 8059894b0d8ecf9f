package io.stepgraph.store;

import io.stepgraph.runtime.graph.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The request to open a failed run again.
 *
 * @param key the run
 * @param runNumber its number; the store refuses a later run of this key
 * @param thread its thread; null if it has none
 * @param visit the visit that failed
 * @param events the events that the run's log gets
 */
public record ReopenRequest(
        RunKey key, long runNumber, @Nullable String thread, long visit, List<Json> events) {

    /** Copies the list. */
    public ReopenRequest {
        events = List.copyOf(events);
    }
}
