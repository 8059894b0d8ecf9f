package io.stepgraph.internal.step;

import io.stepgraph.runtime.Answered;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.NotStorableException;
import io.stepgraph.runtime.StepgraphException;

/** Reads what opened the gate of a visit (A2). Safe for use by many threads. */
public interface AnsweredReader {

    /**
     * Reads the answered question of a visit anew, so that nothing has changed it.
     *
     * @throws StepgraphException with {@link ErrorCode#CORRUPT_CHECKPOINT} if it is not of the types of this build
     * @throws NotStorableException if it is not what is stored, once it is written again
     */
    Answered<?, ?> read(StepCursor<?, ?> visit);

    /**
     * Reads the actions that the answer of a visit has approved, anew.
     *
     * @throws StepgraphException as {@link #read}
     */
    ApprovedActions actions(StepCursor<?, ?> visit);
}
