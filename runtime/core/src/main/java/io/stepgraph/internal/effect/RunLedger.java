package io.stepgraph.internal.effect;

import io.stepgraph.internal.step.Checkpointer.Doubts;
import io.stepgraph.internal.step.EffectRequest;
import io.stepgraph.runtime.StepFailure;
import io.stepgraph.runtime.event.RunRef;
import io.stepgraph.store.EffectEnd;
import io.stepgraph.store.EffectId;
import io.stepgraph.store.EffectRecord;
import io.stepgraph.store.EffectStart;
import io.stepgraph.store.EffectStatus;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * The effects of one run as its present owner records them, wherever they are kept.
 * {@link io.stepgraph.store.EffectStore} tells what each write means. If the owner may have lost the run, each write
 * throws {@link io.stepgraph.runtime.ErrorCode#LEASE_LOST} or {@link io.stepgraph.runtime.StoreUnavailableException}.
 * Any thread of a step may use it.
 */
public abstract class RunLedger {
    private final RunRef run;
    private final long fencingToken;
    private final Instant startedAt;
    private volatile boolean isUsed;

    /** The ends that the next write takes along. */
    private final Queue<EffectEnd> ended = new ConcurrentLinkedQueue<>();

    /**
     * The ledger of an owner.
     *
     * @param startedAt when the run was started
     */
    protected RunLedger(RunRef run, Instant startedAt, long fencingToken) {
        this.run = run;
        this.startedAt = startedAt;
        this.fencingToken = fencingToken;
    }

    /** The run. */
    public final RunRef run() {
        return run;
    }

    /** The fencing token of the owner. */
    public final long fencingToken() {
        return fencingToken;
    }

    /** Records that a call begins, and the ends of earlier ones. */
    protected abstract EffectRecord write(EffectStart start);

    /** Records how a call has ended. */
    protected abstract void write(EffectEnd end);

    /** Reads all effects of the run. */
    protected abstract List<EffectRecord> read();

    /** Makes sure, right before a call, that this owner still has the run (E3). */
    protected abstract void confirm();

    /**
     * The key that the remote system gets (E2). It follows from the start of the run and the place of the effect: it
     * stays the same if the store is restored from a backup, and differs between stores, whose runs start at other
     * times. The key of an effect with a business key follows from that alone, so that each run, and a store without
     * its record, makes the same. That of a run that was called follows from the start of the run at the top (C12).
     */
    final String key(EffectId effect, boolean isKeyed) {
        String of = isKeyed ? "" : String.join("\0", run.namespace(), run.id(), origin());
        return key(run.namespace(), of, effect, isKeyed);
    }

    /** The number and the start that the keys of the run follow from. */
    protected String origin() {
        return String.join("\0", Long.toString(run.runNumber()), startedAt.toString());
    }

    /** The place of an effect that a step performs now. */
    public static EffectId id(EffectRequest<?, ?> effect) {
        return new EffectId(effect.visit(), effect.name(), effect.place(), effect.placeOrdinal());
    }

    /** Returns the same key for a run of any kind, which a text distinguishes from others. */
    public static String key(String namespace, String run, EffectId effect, boolean isKeyed) {
        String place = isKeyed
                ? String.join("\0", "business key", namespace, effect.name(), effect.item())
                : String.join(
                        "\0",
                        run,
                        Long.toString(effect.visit()),
                        effect.name(),
                        effect.item(),
                        Integer.toString(effect.ordinal()));
        return UUID.nameUUIDFromBytes(place.getBytes(StandardCharsets.UTF_8)).toString();
    }

    /** Returns all effects of the run. */
    final List<EffectRecord> known() {
        // Nothing is read if the run has begun with this owner, and had no effect.
        return fencingToken <= 1 && !isUsed ? List.of() : read();
    }

    /**
     * Refuses a business key where runs share no effects.
     *
     * @param effect the label of the effect
     */
    protected void checkTakesKeys(String effect) {}

    /** Whether this owner has performed effects, or tried to. */
    public final boolean isUsed() {
        return isUsed;
    }

    /** Whether an effect of the visit has begun, whatever has become of it. */
    public final boolean hasBegun(long visit) {
        return known().stream().anyMatch(effect -> effect.id().visit() == visit);
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
            synchronized (ended) {
                ended.add(end);
            }
        }
    }

    /**
     * Leaves the effects of a visit that are in doubt to a person, with the next write: no call of them is recorded to
     * end, and none is made again before the person has decided (E4).
     */
    public final Doubts leaveInDoubt(long visit) {
        List<EffectRecord> known = known();
        synchronized (ended) {
            List<EffectRecord> doubtful = known.stream()
                    .filter(effect -> effect.id().visit() == visit && effect.isDoubtful())
                    .filter(effect -> ended.stream().noneMatch(end -> end.id().equals(effect.id())))
                    .toList();
            doubtful.forEach(effect -> ended.add(new EffectEnd(effect.id(), EffectStatus.IN_DOUBT, null)));
            Duration longest = doubtful.stream()
                    .filter(effect -> effect.fencingToken() != fencingToken || EffectRunner.isCalled(effect))
                    .map(EffectRunner::left)
                    .reduce(Duration.ZERO, (one, other) -> one.compareTo(other) > 0 ? one : other);
            return new Doubts(doubtful.stream().map(RunLedger::inDoubt).toList(), longest);
        }
    }

    private static StepFailure.InDoubt inDoubt(EffectRecord effect) {
        return new StepFailure.InDoubt(
                effect.id().name(),
                effect.item(),
                effect.key(),
                effect.request().text());
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
