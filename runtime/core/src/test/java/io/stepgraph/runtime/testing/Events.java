package io.stepgraph.runtime.testing;

import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.event.StreamedEvent;
import java.util.ArrayList;
import java.util.List;

/** The events of a stream. */
public final class Events {
    private Events() {}

    /** Reads a stream to its end. */
    public static List<RunEvent> of(Iterable<StreamedEvent> stream) {
        List<RunEvent> events = new ArrayList<>();
        stream.forEach(event -> events.add(event.event()));
        return events;
    }

    /** Those of one kind. */
    public static <T extends RunEvent> List<T> of(Class<T> kind, List<?> events) {
        return events.stream().filter(kind::isInstance).map(kind::cast).toList();
    }
}
