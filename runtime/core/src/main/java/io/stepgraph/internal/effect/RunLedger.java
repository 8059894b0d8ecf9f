package io.stepgraph.internal.effect;

import io.stepgraph.store.EffectEnd;
import io.stepgraph.store.EffectId;
import io.stepgraph.store.EffectRecord;
import io.stepgraph.store.EffectStart;
import io.stepgraph.store.EffectStore;

/**
 * The effects of one run as its present owner records them, wherever they are kept. {@link EffectStore} tells what each
 * write means. If the owner may have lost the run, each method throws {@link io.stepgraph.runtime.ErrorCode#LEASE_LOST} or
 * {@link io.stepgraph.runtime.StoreUnavailableException}. Any thread of a step may use it.
 */
public interface RunLedger {

    /** The id of the run, for messages. */
    String runId();

    /** The fencing token of the owner. */
    long fencingToken();

    /** The key that the remote system gets (E2). */
    String key(EffectId effect, boolean isKeyed);

    /** Records that a call is about to begin. */
    EffectRecord begin(EffectStart start);

    /**
     * Records how a call has ended.
     *
     * @param isUrgent whether it has to be durable when this returns; otherwise the commit of the step may take it along (E3)
     */
    void end(EffectEnd end, boolean isUrgent);

    /** Makes sure, right before a call, that this owner still has the run (E3). */
    void confirm();
}
