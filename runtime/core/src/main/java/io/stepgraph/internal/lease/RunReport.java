package io.stepgraph.internal.lease;

import io.stepgraph.store.EventJson;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.store.RunKey;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An event of a run that nobody executes at the moment: stored with the change that it reports, and then told.
 *
 * @param thread the thread of the run; null if it has none
 * @param value the answer or failure that the event holds, as JSON; null if it holds none
 */
public record RunReport(
        RunKey key,
        @Nullable String thread,
        RunEvent event,
        @Nullable Json value) {

    /** The report of an event that holds no answer and no failure. */
    public RunReport(RunKey key, @Nullable String thread, RunEvent event) {
        this(key, thread, event, null);
    }

    /** The events to add to the log of the run. Only a write gets them, which tells them, too. */
    List<Json> written() {
        return List.of(EventJson.write(event, value));
    }
}
