package io.stepgraph.internal.log;

import io.stepgraph.internal.step.StepCursor;
import io.stepgraph.runtime.MachineClock;
import io.stepgraph.runtime.event.RunEvent;
import java.time.Duration;
import java.time.Instant;

/**
 * Measures one attempt, to the millisecond: its begin by the wall clock, its duration by the monotonic one, which
 * nobody sets.
 */
public record Stopwatch(MachineClock clock, Instant at, long nanos) {

    /** A measurement that begins now. */
    public static Stopwatch started(MachineClock clock) {
        return new Stopwatch(clock, clock.wall(), clock.nanos());
    }

    /** The event that reports the begin of the attempt. */
    public RunEvent.StepStarted event(String runId, StepCursor<?, ?> cursor) {
        return new RunEvent.StepStarted(runId, cursor.step.name, cursor.visit, cursor.attempt, at);
    }

    /** How long it has taken until now. */
    public Duration elapsed() {
        return Duration.ofMillis((clock.nanos() - nanos) / 1_000_000);
    }
}
