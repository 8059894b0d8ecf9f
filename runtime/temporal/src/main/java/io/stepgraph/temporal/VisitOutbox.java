package io.stepgraph.temporal;

import io.stepgraph.internal.log.EventPosition;
import io.stepgraph.internal.log.UncommittedEvent;
import io.stepgraph.internal.log.UncommittedEvents;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.graph.Json;
import java.time.Instant;
import java.util.List;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/** The events of a visit that this process makes, for readers in this process (V2). Safe for use by many threads. */
final class VisitOutbox implements UncommittedEvents {
    private final long fencingToken;
    private final NavigableMap<EventPosition, UncommittedEvent> events = new ConcurrentSkipListMap<>();

    VisitOutbox(long fencingToken) {
        this.fencingToken = fencingToken;
    }

    void add(RunEvent event, Json document) {
        EventPosition position = Objects.requireNonNull(EventPosition.of(event), "position");
        events.put(position, new UncommittedEvent(fencingToken, position, Instant.now(), document));
    }

    @Override
    public List<UncommittedEvent> after(@Nullable EventPosition position, int limit) {
        NavigableMap<EventPosition, UncommittedEvent> later =
                position == null ? events : events.tailMap(position, false);
        return later.values().stream().limit(limit).toList();
    }
}
