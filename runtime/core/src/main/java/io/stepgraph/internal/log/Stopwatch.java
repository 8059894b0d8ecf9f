package io.stepgraph.internal.log;

import io.stepgraph.internal.step.StepCursor;
import io.stepgraph.runtime.Time;
import io.stepgraph.runtime.event.RunEvent;
import java.time.Duration;
import java.time.Instant;

/**
 * Measures one attempt, to the millisecond: its begin by the wall clock, its duration by the monotonic one, which
 * nobody sets.
 */
public record Stopwatch(Time time, Instant at, long nanos) {

    /** A measurement that begins now. */
    public static Stopwatch started(Time time) {
        return new Stopwatch(time, Instant.ofEpochMilli(time.now().toEpochMilli()), time.nanos());
    }

    /** The event that reports the begin of the attempt. */
    public RunEvent.StepStarted event(String runId, StepCursor<?, ?> cursor) {
        return new RunEvent.StepStarted(runId, cursor.step.name, cursor.visit, cursor.attempt, at);
    }

    /** How long it has taken until now. */
    public Duration elapsed() {
        return Duration.ofMillis((time.nanos() - nanos) / 1_000_000);
    }
}
