package io.stepgraph.internal.lease;

import io.stepgraph.store.EffectEnd;
import io.stepgraph.store.EffectRecord;
import io.stepgraph.store.EffectStart;
import io.stepgraph.store.Lease;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** The fenced right to write to the ledger of one run. Any thread of a step may use it. */
public final class LeasedEffects {
    private final StoreRetry store;
    private final Lease lease;
    private volatile boolean isUsed;

    /** The ends that the next write takes along. */
    private final Queue<EffectEnd> ended = new ConcurrentLinkedQueue<>();

    LeasedEffects(StoreRetry store, Lease lease) {
        this.store = store;
        this.lease = lease;
    }

    /** Whether this owner has performed effects, or tried to. */
    public boolean isUsed() {
        return isUsed;
    }

    /** Records that a call is about to begin. */
    public EffectRecord begin(EffectStart effect) {
        isUsed = true;
        List<EffectEnd> earlier = ended();
        EffectRecord begun = store.effects().begin(lease, effect.after(earlier));
        stored(earlier);
        return begun;
    }

    /**
     * Records how a call has ended.
     *
     * @param isUrgent whether it has to be durable when this returns; otherwise the next write takes it along (E3)
     */
    public void end(EffectEnd effect, boolean isUrgent) {
        if (!isUrgent) {
            ended.add(effect);
            return;
        }
        store.effects().end(lease, List.of(effect));
    }

    List<EffectEnd> ended() {
        return List.copyOf(ended);
    }

    void stored(List<EffectEnd> ends) {
        ended.removeAll(ends);
    }
}
