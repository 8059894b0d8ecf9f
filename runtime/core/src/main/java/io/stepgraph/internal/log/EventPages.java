package io.stepgraph.internal.log;

import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.event.EventCursor;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.event.RunRef;
import io.stepgraph.runtime.event.StreamedEvent;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.store.EventLog;
import io.stepgraph.store.RunKey;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Reads the pages of a stored log, and the events that are not stored yet, with the types of one graph. */
final class EventPages {
    private final EventCodec<?> codec;
    private final RunLog log;

    EventPages(EventCodec<?> codec, RunLog log) {
        this.codec = codec;
        this.log = log;
    }

    /**
     * The events of a page that follow an event.
     *
     * @param after the number of the last event that is known
     * @throws StepgraphException with {@link ErrorCode#CORRUPT_CHECKPOINT} if the numbers of the events are damaged, so that
     *     events may be missing (V1)
     */
    List<StreamedEvent> read(RunKey key, EventLog page, long after) {
        page.checkFollows(key, after);
        RunRef run = new RunRef(key.namespace(), key.id(), page.runNumber());
        Supplier<@Nullable Json> result = () -> log.result(page.runNumber());
        List<StreamedEvent> events = new ArrayList<>();
        for (EventLog.Batch batch : page.batches()) {
            long number = batch.first();
            for (RunEvent event : codec.read(run, batch.events(), batch.count(), result)) {
                if (number > after) {
                    events.add(new StreamedEvent(new EventCursor(run.runNumber(), number), batch.at(), event));
                }
                number++;
            }
        }
        return events;
    }

    /** An event that is not stored yet, for a reader whose last stored event is at the cursor. */
    StreamedEvent read(RunKey key, UncommittedEvent event, EventCursor reached) {
        RunRef run = new RunRef(key.namespace(), key.id(), reached.runNumber());
        return new StreamedEvent(reached, event.at(), codec.read(run, event.document(), () -> null));
    }
}
