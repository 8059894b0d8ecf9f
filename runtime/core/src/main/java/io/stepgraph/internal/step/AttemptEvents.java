package io.stepgraph.internal.step;

import io.stepgraph.runtime.NotStorableException;
import io.stepgraph.runtime.event.RunEvent;

/** Records what the attempts of one run report. Each engine brings its own. */
public interface AttemptEvents {

    /** An attempt begins. Called again if that attempt was not begun after all; it is reported once. */
    void started(StepCursor<?, ?> cursor);

    /** A hook of this class has modified what the step got. It is reported with the next commit. */
    void modified(StepCursor<?, ?> cursor, String hook);

    /**
     * Writes a custom event in the form in which it is stored.
     *
     * @throws NotStorableException if it cannot be stored (R12)
     */
    Emission encode(String step, long visit, int attempt, Object event);

    /** Passes a recorded event to subscribers, who may take their time. Called in the order of the numbers. */
    void publish(RunEvent event);

    /** A custom event that was written, and that the attempt still has to number. */
    interface Emission {

        /**
         * Adds the event to the next commit. Returns quickly.
         *
         * @param number counted from 1 in each attempt
         * @return the event, to be published
         * @throws NotStorableException if it is too much together with those before it (R12)
         */
        RunEvent record(int number);
    }
}
