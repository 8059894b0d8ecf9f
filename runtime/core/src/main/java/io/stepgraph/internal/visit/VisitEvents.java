package io.stepgraph.internal.visit;

import io.stepgraph.internal.codec.GraphCodecs;
import io.stepgraph.internal.codec.Stored;
import io.stepgraph.internal.log.EventCodec;
import io.stepgraph.internal.log.Stopwatch;
import io.stepgraph.internal.log.VisitLog;
import io.stepgraph.internal.step.StepCursor;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.NotStorableException;
import io.stepgraph.runtime.Time;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.graph.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The events of one visit: told to the engine at once, and kept for the result (V1, V2). */
final class VisitEvents implements VisitLog {
    private final String runId;
    private final GraphCodecs<?> codecs;
    private final long maxBytes;
    private final VisitScope scope;

    private @Nullable Json started;
    private @Nullable Stopwatch attempt;
    private final List<Json> custom = new ArrayList<>();
    private final List<Json> modifications = new ArrayList<>();
    private long customBytes;

    VisitEvents(String runId, GraphCodecs<?> codecs, long maxBytes, VisitScope scope) {
        this.runId = runId;
        this.codecs = codecs;
        this.maxBytes = maxBytes;
        this.scope = scope;
    }

    @Override
    public void started(StepCursor<?, ?> cursor) {
        Stopwatch begun = Stopwatch.started(Time.SYSTEM);
        RunEvent event = begun.event(runId, cursor);
        Json document = EventCodec.write(event);
        synchronized (this) {
            if (started != null) {
                return;
            }
            started = document;
            attempt = begun;
        }
        scope.happened(event, document);
    }

    @Override
    public synchronized Duration elapsed() {
        return attempt == null ? Duration.ZERO : attempt.elapsed();
    }

    @Override
    public synchronized void modified(StepCursor<?, ?> cursor, String hook) {
        modifications.add(EventCodec.write(
                new RunEvent.StepModified(runId, cursor.step.name, cursor.visit, cursor.attempt, hook)));
    }

    @Override
    public Emission encode(String step, long visit, int attempt, Object event) {
        Stored stored = codecs.storeCustomEvent(event);
        return number -> {
            RunEvent numbered = new RunEvent.Custom(runId, step, visit, attempt, number, stored.value());
            record(EventCodec.write(numbered, stored.json()), number, step);
            return numbered;
        };
    }

    private synchronized void record(Json document, int number, String step) {
        if (customBytes + document.size() > maxBytes) {
            throw new NotStorableException(
                    ErrorCode.VALUE_TOO_LARGE,
                    "custom",
                    "With custom event " + number + " of step '" + step + "', those of the attempt take more than "
                            + maxBytes + " bytes as JSON. Emit less, or in several steps.",
                    null);
        }
        customBytes += document.size();
        custom.add(document);
    }

    @Override
    public synchronized void publish(RunEvent event) {
        scope.happened(event, custom.get(((RunEvent.Custom) event).number() - 1));
    }

    @Override
    public synchronized List<Json> upTo(@Nullable Json value, RunEvent... last) {
        List<Json> all = new ArrayList<>();
        if (started != null) {
            all.add(started);
        }
        all.addAll(custom);
        all.addAll(modifications);
        for (RunEvent event : last) {
            all.add(EventCodec.write(event, value));
        }
        return all;
    }
}
