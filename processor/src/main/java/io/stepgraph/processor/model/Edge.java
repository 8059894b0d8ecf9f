package io.stepgraph.processor.model;

import java.util.List;
import javax.lang.model.element.TypeElement;

/**
 * A way from one step to another.
 *
 * @param from index of the step in {@link AgentModel#steps}
 * @param to index of the step, or {@link #END}
 * @param answers for the edge of an interrupt or a call: the leaves that take it
 * @param expired for the edge of an interrupt: whether expiry takes it
 */
public record Edge(int from, int to, Kind kind, List<TypeElement> answers, boolean expired) {

    /** Stands in place of an index: the run is over, done or failed. */
    public static final int END = -1;

    public enum Kind {
        NEXT,
        /** {@code onFailure}. */
        FAILURE,
        /** {@code @MaxVisits(then)}. */
        THEN
    }

    public boolean isEnd() {
        return to == END;
    }
}
