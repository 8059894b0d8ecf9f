package io.stepgraph.engine.stream;

import io.stepgraph.engine.events.RunSubscription;
import io.stepgraph.engine.lease.RunnerContext;
import io.stepgraph.engine.store.RunKey;
import io.stepgraph.engine.store.RunRecord;
import io.stepgraph.runtime.RunNotFoundException;
import io.stepgraph.runtime.event.EventCursor;
import io.stepgraph.runtime.event.OutcomeStream;
import io.stepgraph.runtime.event.RunStream;
import io.stepgraph.runtime.step.attempt.StepThreads;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Makes the streams of the runs of one graph (V3, V4). */
public final class RunStreams {
    private final RunnerContext runner;
    private final EventPages pages;

    public RunStreams(RunnerContext runner, EventPages pages) {
        this.runner = runner;
        this.pages = pages;
    }

    /** The events of a run after a cursor. */
    public RunStream of(RunRecord found, EventCursor cursor) {
        EventCursor after = cursor.equals(EventCursor.BEGINNING) ? new EventCursor(found.runNumber(), 0) : cursor;
        if (after.runNumber() != found.runNumber()) {
            throw new RunNotFoundException("Run '" + found.key() + "' is another one than that of cursor " + after
                    + ", which was deleted; read it from its first event.");
        }
        if (after.sequence() > found.lastEvent()) {
            throw new IllegalArgumentException("Run '" + found.key() + "' has " + found.lastEvent()
                    + " events, and cursor " + after + " is behind them.");
        }
        EventFeed feed = new EventFeed(found.key(), after, found.fencingToken(), runner, pages);
        return new StoredStream(new RunEventReader(found.key(), runner, feed, new RunSubscription(), null));
    }

    /** The events of a run from now on, while a thread of its own executes the call. */
    public <O> OutcomeStream<O> executing(
            RunKey key, @Nullable RunRecord found, Supplier<O> call, Consumer<String> cancel) {
        EventCursor now = found == null ? EventCursor.BEGINNING : new EventCursor(found.runNumber(), found.lastEvent());
        RunSubscription subscription = new RunSubscription();
        BackgroundExecution<O> execution =
                new BackgroundExecution<>(key, subscription, runner.activeRuns().subscriptions, call);
        EventFeed feed = new EventFeed(key, now, found == null ? 0 : found.fencingToken(), runner, pages);
        RunEventReader reader = new RunEventReader(key, runner, feed, subscription, execution);
        ExecutingStream<O> stream = new ExecutingStream<>(reader, execution, cancel);
        StepThreads.start(execution, "stepgraph " + key);
        return stream;
    }
}
