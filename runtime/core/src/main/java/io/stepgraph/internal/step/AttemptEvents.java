package io.stepgraph.internal.step;

import io.stepgraph.runtime.NotStorableException;
import io.stepgraph.runtime.event.RunEvent;
import java.util.function.IntFunction;

/** Records what the attempts of one run report. Each engine brings its own. */
public interface AttemptEvents {

    /** An attempt begins. Called again if that attempt was not begun after all; it is reported once. */
    void started(StepCursor<?, ?> cursor);

    /** A hook of this class has modified what the step got. It is reported with the next commit. */
    void modified(StepCursor<?, ?> cursor, String hook);

    /**
     * Writes a custom event in the form in which it is stored.
     *
     * @return records the event: takes its number, counted from 1 in each attempt, adds the event to the next commit,
     *     returns quickly with the event to be published, and throws a {@link NotStorableException} if it is too much
     *     together with those before it (R12)
     * @throws NotStorableException if it cannot be stored (R12)
     */
    IntFunction<RunEvent> encode(String step, long visit, int attempt, Object event);

    /** Passes a recorded event to subscribers, who may take their time. Called in the order of the numbers. */
    void publish(RunEvent event);
}
