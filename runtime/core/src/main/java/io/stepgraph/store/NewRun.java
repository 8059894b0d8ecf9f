package io.stepgraph.store;

import io.stepgraph.PermissionMode;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.runtime.graph.StepEntry;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A run to be started.
 *
 * @param key its name
 * @param graph the stable name of its graph
 * @param fingerprint the graph's fingerprint
 * @param mode its mode
 * @param start the state and input it is started with, canonical
 * @param retention how much is kept after its end
 * @param checkpoint its first visit
 * @param state the state that it begins with, unless its thread has one
 * @param thread the thread it belongs to; null if none
 * @param isStateGiven whether the caller gave a state that a run of this thread may not replace (L2)
 * @param deadline how long it may take from now, including its pauses; null if without limit
 * @param events the first events of its log
 * @param startedBy who starts it; null if no name was given
 * @param labels its labels by name
 */
public record NewRun(
        RunKey key,
        String graph,
        String fingerprint,
        PermissionMode mode,
        Json start,
        Retention retention,
        @Nullable String thread,
        boolean isStateGiven,
        StepEntry checkpoint,
        Json state,
        @Nullable Duration deadline,
        List<Json> events,
        @Nullable String startedBy,
        Map<String, String> labels) {

    /** Copies the collections, and cuts the times to the {@link Horizon}. */
    public NewRun {
        deadline = deadline == null ? null : Horizon.within(deadline);
        events = List.copyOf(events);
        labels = Collections.unmodifiableMap(new TreeMap<>(labels));
    }
}
