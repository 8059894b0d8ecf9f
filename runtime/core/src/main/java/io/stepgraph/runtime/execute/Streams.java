package io.stepgraph.runtime.execute;

import io.stepgraph.runtime.RunNotFound;
import io.stepgraph.runtime.event.EventCursor;
import io.stepgraph.runtime.event.OutcomeStream;
import io.stepgraph.runtime.event.RunStream;
import io.stepgraph.runtime.store.RunKey;
import io.stepgraph.runtime.store.RunRecord;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Makes the streams of the runs of one graph (V3, V4). */
final class Streams {
    private static final EventSource.Ending WITH_THE_RUN = new EventSource.Ending() {
        @Override
        public boolean isNear() {
            return false;
        }

        @Override
        public void reach() {}
    };

    private final RunnerContext runner;
    private final LogReader<?> log;

    Streams(RunnerContext runner, LogReader<?> log) {
        this.runner = runner;
        this.log = log;
    }

    /** All events of a run. */
    RunStream of(RunRecord found) {
        return of(found, EventCursor.BEGINNING);
    }

    /** The events of a run after a cursor. */
    RunStream of(RunRecord found, EventCursor cursor) {
        EventCursor after = cursor.equals(EventCursor.BEGINNING) ? new EventCursor(found.incarnation(), 0) : cursor;
        if (after.incarnation() != found.incarnation()) {
            throw new RunNotFound("Run '" + found.key() + "' is another one than that of cursor " + after
                    + ", which was deleted; read it from its first event.");
        }
        if (after.number() > found.lastEvent()) {
            throw new IllegalArgumentException("Run '" + found.key() + "' has " + found.lastEvent()
                    + " events, and cursor " + after + " is behind them.");
        }
        LiveBuffer live = new LiveBuffer(runner.config().time());
        return new StoredStream(source(found.key(), found, after, live, WITH_THE_RUN));
    }

    /** What happens to a run from now on while a call brings it to its next stop, in a thread of its own. */
    <O> OutcomeStream<O> executing(RunKey key, @Nullable RunRecord found, Supplier<O> call, Consumer<String> cancel) {
        EventCursor now =
                found == null ? EventCursor.BEGINNING : new EventCursor(found.incarnation(), found.lastEvent());
        LiveBuffer live = new LiveBuffer(runner.config().time());
        StreamedCall<O> streamed = new StreamedCall<>(key, live, runner.executions().watchers, call);
        ExecutingStream<O> stream = new ExecutingStream<>(source(key, found, now, live, streamed), streamed, cancel);
        StepThreads.start(streamed, "stepgraph " + key);
        return stream;
    }

    /** A stream whose reader is told what went wrong before there was a run. */
    <O> OutcomeStream<O> failing(RunKey key, @Nullable RunRecord found, RuntimeException wrong) {
        return executing(
                key,
                found,
                () -> {
                    throw wrong;
                },
                by -> {});
    }

    private EventSource source(
            RunKey key, @Nullable RunRecord found, EventCursor after, LiveBuffer live, EventSource.Ending ending) {
        long token = found == null ? 0 : found.token();
        return new EventSource(key, after, token, runner, log, live, ending);
    }
}
