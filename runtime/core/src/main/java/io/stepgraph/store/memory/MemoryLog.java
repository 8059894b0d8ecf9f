package io.stepgraph.store.memory;

import io.stepgraph.runtime.graph.Json;
import io.stepgraph.store.EventLog;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** The log of one run of a {@link MemoryStore}: one batch for each write, numbered without gaps (V1). */
final class MemoryLog {
    private final List<Written> batches = new ArrayList<>();
    private long last;

    private record Written(long last, Instant at, List<Json> events) {
        EventLog.Batch batch() {
            return EventLog.Batch.of(last, at, events);
        }
    }

    /** The number of the last event. */
    long last() {
        return last;
    }

    void add(List<Json> events, Instant now) {
        if (!events.isEmpty()) {
            last += events.size();
            batches.add(new Written(last, now, events));
        }
    }

    EventLog read(long runNumber, boolean hasEnded, long after, int limit) {
        List<EventLog.Batch> following = new ArrayList<>();
        long bytes = 0;
        for (Written written : batches) {
            if (following.size() == limit || bytes >= EventLog.PAGE_BYTES) {
                break;
            }
            if (written.last > after) {
                EventLog.Batch batch = written.batch();
                following.add(batch);
                bytes += batch.events().size();
            }
        }
        long reached = following.isEmpty()
                ? after
                : following.get(following.size() - 1).last();
        return new EventLog(runNumber, hasEnded && reached >= last, following);
    }
}
