package io.stepgraph.internal.lease;

import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.store.EventJson;
import io.stepgraph.store.RunKey;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The events of a run, to be stored with the change that they report, and told after that. */
public final class RunReport {
    final RunKey key;
    final @Nullable String thread;
    final List<RunEvent> events;

    /** The events to add to the log of the run. Only the write that tells them hands them out. */
    final List<Json> written;

    /** The report of an event that holds no answer and no failure. */
    public RunReport(RunKey key, @Nullable String thread, RunEvent event) {
        this(key, thread, event, null);
    }

    /**
     * The report of an event.
     *
     * @param thread the thread of the run; null if it has none
     * @param value the answer or failure that the event holds, as JSON; null if it holds none
     */
    public RunReport(RunKey key, @Nullable String thread, RunEvent event, @Nullable Json value) {
        this.key = key;
        this.thread = thread;
        this.events = List.of(event);
        this.written = List.of(EventJson.write(event, value));
    }

    private RunReport(RunReport first, RunReport second) {
        this.key = first.key;
        this.thread = first.thread;
        this.events = joined(first.events, second.events);
        this.written = joined(first.written, second.written);
    }

    private static <T> List<T> joined(List<T> first, List<T> second) {
        return Stream.concat(first.stream(), second.stream()).toList();
    }

    /** Returns the report of these events and then those of another report, of the same change. */
    public RunReport and(RunReport second) {
        return new RunReport(this, second);
    }
}
