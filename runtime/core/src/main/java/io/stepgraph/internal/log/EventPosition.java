package io.stepgraph.internal.log;

import io.stepgraph.runtime.event.RunEvent;
import org.jspecify.annotations.Nullable;

/**
 * The position of an event that an attempt reports before its commit: the start of the step, or a custom event. Under
 * one owner positions only grow.
 *
 * @param number of the custom event; 0 for the start of the step
 */
public record EventPosition(long visit, int attempt, int number) implements Comparable<EventPosition> {

    /** The position of an event; null if the event is of another kind. */
    public static @Nullable EventPosition of(RunEvent event) {
        if (event instanceof RunEvent.StepStarted started) {
            return new EventPosition(started.visit(), started.attempt(), 0);
        }
        if (event instanceof RunEvent.Custom customEvent) {
            return new EventPosition(customEvent.visit(), customEvent.attempt(), customEvent.number());
        }
        return null;
    }

    boolean isCustomEvent() {
        return number > 0;
    }

    @Override
    public int compareTo(EventPosition other) {
        int byVisit = Long.compare(visit, other.visit);
        int byAttempt = byVisit == 0 ? Integer.compare(attempt, other.attempt) : byVisit;
        return byAttempt == 0 ? Integer.compare(number, other.number) : byAttempt;
    }

    /** Whether no position lies between the other one and this one. */
    public boolean follows(@Nullable EventPosition other) {
        return other != null && visit == other.visit && attempt == other.attempt && number == other.number + 1;
    }
}
