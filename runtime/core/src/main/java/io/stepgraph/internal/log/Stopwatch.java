package io.stepgraph.internal.log;

import io.stepgraph.internal.step.Nanos;
import io.stepgraph.internal.step.StepCursor;
import io.stepgraph.runtime.MachineClock;
import io.stepgraph.runtime.event.RunEvent;
import java.time.Duration;
import java.time.Instant;

/**
 * Both clocks of this process at one moment, such as the begin of an attempt or of a request to the store.
 *
 * @param at by the wall clock, which can be set
 * @param nanos by the monotonic clock, which may pause while the machine is suspended
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

    /** Returns the time that has passed since, by the clock that shows more, in nanoseconds. */
    public long nanosAgo() {
        long monotonic = clock.nanos() - nanos;
        Instant now = clock.wall();
        return now.isAfter(at) ? Math.max(monotonic, Nanos.of(Duration.between(at, now))) : monotonic;
    }

    /** Returns the time that an attempt has taken until now, by the monotonic clock, to the millisecond. */
    public Duration elapsed() {
        return Duration.ofMillis((clock.nanos() - nanos) / 1_000_000);
    }
}
