package io.stepgraph.internal.log;

import io.stepgraph.internal.step.StepThreads;
import io.stepgraph.runtime.RunNotFoundException;
import io.stepgraph.runtime.event.EventCursor;
import io.stepgraph.runtime.event.OutcomeStream;
import io.stepgraph.runtime.event.RunStream;
import io.stepgraph.store.RunKey;
import java.util.function.Function;
import java.util.function.Supplier;

/** Makes the streams of the runs of one graph (V3, V4). */
public final class RunStreams {
    private final StreamContext context;
    private final EventCodec<?> codec;
    private final Function<RunKey, RunLog> logs;

    /**
     * Creates the streams of an engine.
     *
     * @param logs gives the log of a run for a new reader
     */
    public RunStreams(StreamContext context, EventCodec<?> codec, Function<RunKey, RunLog> logs) {
        this.context = context;
        this.codec = codec;
        this.logs = logs;
    }

    /**
     * The events of a run after a cursor.
     *
     * @throws RunNotFoundException if there is no such run, or it is another one than that of the cursor
     */
    public RunStream of(RunKey key, EventCursor cursor) {
        RunLog log = logs.apply(key);
        RunLog.Position found = log.position();
        if (found == null) {
            throw key.notFound();
        }
        EventCursor after = cursor.equals(EventCursor.BEGINNING) ? new EventCursor(found.runNumber(), 0) : cursor;
        if (after.runNumber() != found.runNumber()) {
            throw new RunNotFoundException("Cursor " + after + " belongs to an earlier run '" + key
                    + "', which was deleted. Read the new run from its first event.");
        }
        if (after.sequence() > found.lastEvent()) {
            throw new IllegalArgumentException(
                    "Cursor " + after + " is beyond the " + found.lastEvent() + " events of run '" + key + "'.");
        }
        EventFeed feed = feed(key, log, after, found.fencingToken());
        return new StoredStream(new RunEventReader(key, context, feed, new RunSubscription(), null));
    }

    /** The events of a run from now on, while a thread of its own executes the call, which may start the run. */
    public <O> OutcomeStream<O> executing(RunKey key, Supplier<O> call, Runnable cancel) {
        RunLog log = logs.apply(key);
        RunLog.Position found = log.position();
        EventFeed feed = found == null
                ? feed(key, log, EventCursor.BEGINNING, 0)
                : feed(key, log, new EventCursor(found.runNumber(), found.lastEvent()), found.fencingToken());
        RunSubscription subscription = new RunSubscription();
        BackgroundExecution<O> execution = new BackgroundExecution<>(key, subscription, context.subscriptions(), call);
        RunEventReader reader = new RunEventReader(key, context, feed, subscription, execution);
        ExecutingStream<O> stream = new ExecutingStream<>(reader, execution, cancel);
        StepThreads.start(execution, "stepgraph " + key);
        return stream;
    }

    private EventFeed feed(RunKey key, RunLog log, EventCursor after, long fencingToken) {
        return new EventFeed(key, after, fencingToken, context.subscriptions(), log, codec);
    }
}
