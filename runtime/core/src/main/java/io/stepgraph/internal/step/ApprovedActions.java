package io.stepgraph.internal.step;

import io.stepgraph.runtime.Answered;
import java.util.List;

/** The actions that the answer of one visit has approved (A4). Safe for use by many threads. */
public interface ApprovedActions {

    /** Returns the actions that a request is equal to: of exactly its class and, once it is written, with its JSON. */
    List<ApprovedAction> equalTo(Object request);

    /**
     * Returns the actions that a part of the question or of the answer is equal to.
     *
     * @param effect the name of the effect that asks for it
     * @return one or more
     * @throws IllegalArgumentException if there is none, or it is no part of the place where the action stands
     */
    List<ApprovedAction> equalTo(String effect, Answered.Part<?> part);
}
