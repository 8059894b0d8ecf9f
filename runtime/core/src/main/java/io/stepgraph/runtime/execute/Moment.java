package io.stepgraph.runtime.execute;

import io.stepgraph.runtime.event.RunEvent;
import org.jspecify.annotations.Nullable;

/**
 * The place of what an attempt tells before its commit. Under one owner they only grow.
 *
 * @param number of the signal; 0 for the start of the step
 */
record Moment(long visit, int attempt, int number) {

    /** The place of an event; null if it is of another kind. */
    static @Nullable Moment of(RunEvent event) {
        if (event instanceof RunEvent.StepStarted started) {
            return new Moment(started.visit(), started.attempt(), 0);
        }
        if (event instanceof RunEvent.Signal signal) {
            return new Moment(signal.visit(), signal.attempt(), signal.number());
        }
        return null;
    }

    boolean isAfter(@Nullable Moment other) {
        if (other == null) {
            return true;
        }
        if (visit != other.visit) {
            return visit > other.visit;
        }
        return attempt != other.attempt ? attempt > other.attempt : number > other.number;
    }

    /** Whether nothing can be between the other and this. */
    boolean follows(@Nullable Moment other) {
        return other != null && visit == other.visit && attempt == other.attempt && number == other.number + 1;
    }
}
