package io.stepgraph.store;

import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.RunNotFoundException;
import io.stepgraph.runtime.StepgraphException;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The ledger of a {@link Store}: the effects of its runs (E1 to E5). Each call is one transaction, which is durable
 * when the call returns. A {@linkplain RunStore#commit commit} writes the ends of effects, too. If it parks the run,
 * the started effects for which the run {@linkplain EffectRecord#parksInDoubt parks} become {@code IN_DOUBT} in the
 * same transaction. When the run ends, or is ended from outside, all effects that it has started do.
 */
public interface EffectStore {

    /**
     * Records that a call is about to begin, unless an effect of this place is recorded. If
     * {@link EffectStart#isAgain}, also records that a recorded effect is called again, unless it is {@code DONE}.
     *
     * <p>An effect with a business key has one holder in its namespace: the place that began it last. At another place,
     * the effect is a copy of what the holder has recorded ({@link EffectRecord#isOfAnotherRun}), renewed by each call
     * of this method. With {@link EffectStart#isAgain}, this place becomes the holder if the
     * {@linkplain KeyHolder#canMove time of the holder's call} is over.
     *
     * @param lease the right to write
     * @param start the call
     * @return the effect as it is stored now; {@link EffectRecord#isBegunBy} tells whether the call may be made
     * @throws StepgraphException with {@link ErrorCode#LEASE_LOST} if the lease has expired, or another owner has taken
     *     over the run; nothing was written
     */
    EffectRecord begin(Lease lease, EffectStart start);

    /**
     * Records how calls have ended. An effect that is not {@code STARTED} stays as it is, so the same may be sent again
     * (R11).
     *
     * @param lease the right to write
     * @param ends the ends
     * @throws StepgraphException with {@link ErrorCode#LEASE_LOST} if the lease has expired, or another owner has taken
     *     over the run; nothing was written
     */
    void end(Lease lease, List<EffectEnd> ends);

    /**
     * Records a person's decision about an effect in doubt, and lets its run continue. The decision about a business
     * key counts for all runs of the namespace that have the effect in doubt.
     *
     * @param key the run
     * @param resolution the decision
     * @return the effect as it is stored now; null if it was not in doubt, and nothing was written
     * @throws RunNotFoundException if there is no such run, or no such effect
     */
    @Nullable EffectRecord resolve(RunKey key, EffectResolution resolution);

    /**
     * Reads the effects of a run, in the order in which they were first begun.
     *
     * @param key the run
     * @return its effects; empty if it has none, or there is no such run
     */
    List<EffectRecord> find(RunKey key);

    /**
     * Reads the effects in doubt of a run, in the order in which they were first begun. Its cost does not grow with the
     * other effects of the run.
     *
     * @param key the run
     * @return its effects in doubt; empty if it has none, or there is no such run
     */
    List<EffectRecord> findInDoubt(RunKey key);

    /**
     * Reads the effects in doubt of all runs of a namespace, those of the oldest run first. Its cost grows with the
     * effects in doubt only.
     *
     * @param namespace the namespace
     * @param limit how many at most; zero or more
     * @return the effects
     * @throws IllegalArgumentException if the limit is negative
     */
    List<RunEffect> findInDoubt(String namespace, int limit);

    /**
     * Deletes business keys whose last call is long over, the oldest first. An effect with such a key may then be
     * performed again. Keys whose effect is started or in doubt stay as long as their run is stored, or the {@linkplain
     * KeyHolder#isCallOver call} may be in progress.
     *
     * @param namespace the namespace
     * @param calledBefore deletes keys whose last call was over before this time
     * @param limit how many at most; zero or more
     * @return how many were deleted; if it is the limit, call again for more
     * @throws IllegalArgumentException if the limit is negative
     */
    int pruneKeys(String namespace, Instant calledBefore, int limit);

    /**
     * Counts the business keys that {@link #pruneKeys} would delete.
     *
     * @param namespace the namespace
     * @param calledBefore as for {@code pruneKeys}
     * @param limit how many to count at most; zero or more
     * @return how many it would delete
     * @throws IllegalArgumentException if the limit is negative
     */
    int countPrunableKeys(String namespace, Instant calledBefore, int limit);
}
