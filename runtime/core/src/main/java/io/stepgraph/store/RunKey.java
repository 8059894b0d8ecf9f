package io.stepgraph.store;

import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.RunNotFoundException;
import io.stepgraph.runtime.StepgraphException;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The name of a run: an id in a namespace. Namespaces (tenants) never see each other's runs. Both are text of 1 to 200
 * characters, without the character U+0000 and without half a character (an unpaired surrogate): runners let no others
 * through, and a store need not keep them.
 *
 * @param namespace the namespace
 * @param id the id, as the user gave it
 */
public record RunKey(String namespace, String id) {

    /** The error that there is no such run. */
    public RunNotFoundException notFound() {
        return new RunNotFoundException(
                "There is no run '" + id + "' in namespace '" + namespace + "'; start it first.");
    }

    /**
     * Refuses to delete this run, which has ended, if it would forget effects in doubt (E7).
     *
     * @param inDoubt the effects in doubt of the run
     * @throws StepgraphException with {@link ErrorCode#ILLEGAL_RUN_STATUS} if there are any
     */
    public void checkNoneInDoubt(List<EffectRecord> inDoubt) {
        if (!inDoubt.isEmpty()) {
            throw new StepgraphException(
                    ErrorCode.ILLEGAL_RUN_STATUS,
                    "Run '" + id + "' has ended, and nobody knows whether these effects were"
                            + " performed: "
                            + inDoubt.stream()
                                    .map(effect -> "'" + effect.label() + "' of step '" + effect.step() + "'")
                                    .collect(Collectors.joining(", "))
                            + ". Find out and resolve them (effectsInDoubt), then delete the run. Nothing was deleted.");
        }
    }

    /**
     * Refuses to delete the family of this run, of which a member is unfinished (C11).
     *
     * @param member the member
     * @return the error
     */
    public StepgraphException isUnfinished(RunKey member) {
        return new StepgraphException(
                ErrorCode.ILLEGAL_RUN_STATUS,
                "Run '" + id + "' has called run '" + member
                        + "', which has not ended yet. Delete it once all its agents have ended. Nothing was deleted.");
    }

    /**
     * Refuses to delete this run, which another one has called (C11).
     *
     * @param caller the id of its caller
     * @return the error
     */
    public StepgraphException isCalled(String caller) {
        return new StepgraphException(
                ErrorCode.ILLEGAL_RUN_STATUS,
                "Run '" + id + "' was called by run '" + caller
                        + "', and is removed with it. Delete the run that nobody has called. Nothing was deleted.");
    }

    /**
     * Refuses to open this run again, whose call has ended (C10).
     *
     * @param caller the id of its caller
     * @return the error
     */
    public StepgraphException callHasEnded(String caller) {
        return new StepgraphException(
                ErrorCode.ILLEGAL_RUN_STATUS,
                "Run '" + id + "' cannot be retried alone: run '" + caller
                        + "' waits for no other agent that it has called with it. Retry '" + caller
                        + "', if it has failed. Nothing was changed.");
    }

    // Written out for the reason given in ValueType.

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof RunKey that && id.equals(that.id) && namespace.equals(that.namespace);
    }

    @Override
    public int hashCode() {
        return 31 * namespace.hashCode() + id.hashCode();
    }

    @Override
    public String toString() {
        return id;
    }
}
