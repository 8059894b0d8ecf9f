package io.stepgraph.store;

import io.stepgraph.runtime.graph.Due;
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
 * @param by who does so; null if nobody said
 * @param callDue the end of the time of the call, if the run has failed in a call whose agents are stored (C10); null
 *     for as long as the call had before
 */
public record ReopenRequest(
        RunKey key,
        long runNumber,
        @Nullable String thread,
        long visit,
        List<Json> events,
        @Nullable String by,
        @Nullable Due callDue) {

    /** Creates the request for a run that has not failed in a call. */
    public ReopenRequest(RunKey key, long runNumber, @Nullable String thread, long visit, List<Json> events) {
        this(key, runNumber, thread, visit, events, null, null);
    }

    /** Copies the list. */
    public ReopenRequest {
        events = List.copyOf(events);
    }
}
