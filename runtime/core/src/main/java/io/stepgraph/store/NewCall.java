package io.stepgraph.store;

import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.StartConflictException;
import io.stepgraph.runtime.StepgraphException;
import java.util.List;

/**
 * The runs that a commit starts for a call.
 *
 * @param children the runs, by place; not empty
 * @param maxFamily how many runs the family of the root may have, all ancestors and descendants counted
 */
public record NewCall(List<NewChild> children, int maxFamily) {

    /** Copies the list. */
    public NewCall {
        children = List.copyOf(children);
        if (children.isEmpty()) {
            throw new IllegalArgumentException("A call without an agent needs no commit of a call.");
        }
    }

    /**
     * Refuses a call for which the family has no room.
     *
     * @param caller the run that calls
     * @param members how many runs its family has
     * @throws StepgraphException with {@link ErrorCode#FAMILY_TOO_LARGE} if it has none
     */
    public void checkRoom(RunKey caller, long members) {
        if (members + children.size() > maxFamily) {
            throw new StepgraphException(
                    ErrorCode.FAMILY_TOO_LARGE,
                    "Run '" + caller + "' cannot call " + children.size() + " agents: its family would have "
                            + (members + children.size()) + " runs, and may have " + maxFamily
                            + " (maxFamily). Nothing was stored.");
        }
    }

    /**
     * Returns the error that there is a run with the id of a child.
     *
     * @param caller the run that calls
     * @param child the id
     */
    public static StartConflictException taken(RunKey caller, String child) {
        return new StartConflictException("Run '" + caller + "' cannot call an agent as run '" + child
                + "': there is a run of this id already. Nothing was stored.");
    }
}
