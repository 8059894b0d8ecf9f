package io.stepgraph.internal.effect;

import io.stepgraph.store.EffectEnd;
import io.stepgraph.store.EffectId;
import io.stepgraph.store.EffectRecord;
import io.stepgraph.store.EffectStart;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * The effects of one run as its present owner records them, wherever they are kept. {@link io.stepgraph.store.EffectStore}
 * tells what each write means. If the owner may have lost the run, each write throws {@link
 * io.stepgraph.runtime.ErrorCode#LEASE_LOST} or {@link io.stepgraph.runtime.StoreUnavailableException}. Any thread of a step
 * may use it.
 */
public abstract class RunLedger {
    private volatile boolean isUsed;

    /** The ends that the next write takes along. */
    private final Queue<EffectEnd> ended = new ConcurrentLinkedQueue<>();

    /** The id of the run, for messages. */
    protected abstract String runId();

    /** The fencing token of the owner. */
    protected abstract long fencingToken();

    /** The key that the remote system gets (E2). */
    protected abstract String key(EffectId effect, boolean isKeyed);

    /** Records that a call begins, and the ends of earlier ones. */
    protected abstract EffectRecord write(EffectStart start);

    /** Records how a call has ended. */
    protected abstract void write(EffectEnd end);

    /** Makes sure, right before a call, that this owner still has the run (E3). */
    protected abstract void confirm();

    /** Whether this owner has performed effects, or tried to. */
    public final boolean isUsed() {
        return isUsed;
    }

    /** Records that a call is about to begin. */
    final EffectRecord begin(EffectStart start) {
        isUsed = true;
        List<EffectEnd> earlier = ended();
        EffectRecord begun = write(start.after(earlier));
        written(earlier);
        return begun;
    }

    /**
     * Records how a call has ended.
     *
     * @param isUrgent whether it has to be durable when this returns; otherwise the next write takes it along (E3)
     */
    final void end(EffectEnd end, boolean isUrgent) {
        if (isUrgent) {
            write(end);
        } else {
            ended.add(end);
        }
    }

    /** The ends that the commit of the step has to take along. */
    public final List<EffectEnd> ended() {
        return List.copyOf(ended);
    }

    /** The commit has taken them along. */
    public final void written(List<EffectEnd> ends) {
        ended.removeAll(ends);
    }
}
