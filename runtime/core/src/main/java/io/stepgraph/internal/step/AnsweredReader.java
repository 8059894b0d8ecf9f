package io.stepgraph.internal.step;

import io.stepgraph.runtime.Answered;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.StepgraphException;

/** Reads what opened the gate of a visit (A2). Safe for use by many threads. */
public interface AnsweredReader {

    /**
     * Reads the answered question of a step that takes it, anew, so that nothing has changed it.
     *
     * @throws StepgraphException with {@link ErrorCode#CORRUPT_CHECKPOINT} if it is not of the types of this build
     */
    Answered<?, ?> read(StepCursor<?, ?> visit);

    /**
     * Refuses a request that is neither the stored question, or answer, nor a part of it, compared as JSON.
     *
     * @param effect the name of the effect that asks for it
     * @param isOfAnswer whether it is to be a part of the answer
     * @throws IllegalArgumentException if it refuses the request
     */
    void checkPart(String effect, Object request, boolean isOfAnswer, StoredAnswer stored);
}
