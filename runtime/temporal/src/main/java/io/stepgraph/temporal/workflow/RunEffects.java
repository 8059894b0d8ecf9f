package io.stepgraph.temporal.workflow;

import io.stepgraph.runtime.event.RunRef;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.store.EffectEnd;
import io.stepgraph.store.EffectRecord;
import io.stepgraph.store.EffectResolution;
import io.stepgraph.store.EffectStart;
import io.stepgraph.store.EffectStatus;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.StopReason;
import io.stepgraph.store.memory.EffectsInMemory;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The effects of a run, as part of its workflow: what an update has recorded is durable when the update returns (E3).
 */
final class RunEffects {
    /**
     * Temporal takes 2,000 updates for an execution: the begin of an effect is one, its end may be, and each message
     * is. Others are left to people.
     */
    private static final int MOST_UPDATES = 1_800;

    /** The rest is left to effects. */
    private static final int MOST_WITH_MESSAGES = 1_000;

    /** After so many, the next visit gets an execution of its own. So a visit has at least 1,600. */
    private static final int MANY_UPDATES = 200;

    /** Temporal takes 2 MB for a run. This leaves room for the last answers. */
    private static final int MOST_BYTES = 1_800_000;

    /** The number of bytes that are kept free for the result of a call. */
    private static final int RESULT_BYTES = 400_000;

    private final RunKey run;
    private final EffectsInMemory book;
    private int updates;

    RunEffects(RunRef run, List<EffectRecord> known) {
        this.run = new RunKey(run.namespace(), run.id());
        this.book = new EffectsInMemory(known);
    }

    /**
     * Why an effect cannot be recorded. It is asked before the call, so that the result can be.
     *
     * @param otherBytes the size of what the workflow keeps beside the effects
     * @return null if it can be recorded
     */
    @Nullable String refusal(EffectStart effect, long otherBytes) {
        if (updates >= MOST_UPDATES) {
            return "Temporal takes 2,000 updates for an execution, and the effects of this visit have made " + updates
                    + " with the messages that came meanwhile: one for each begin, and one for most ends. Perform them in"
                    + " several visits.";
        }
        List<EffectRecord> known = book.all(Instant.EPOCH);
        if (known.stream().anyMatch(other -> other.id().equals(effect.id()))) {
            return null; // it has its place
        }
        long bytes = otherBytes
                + known.stream().mapToLong(RunEffects::reserved).sum()
                + effect.request().size()
                + RESULT_BYTES;
        return bytes <= MOST_BYTES
                ? null
                : "With its result the run could have " + bytes + " bytes, and on Temporal it has at most " + MOST_BYTES
                        + " with the requests and results of the effects of one visit. Build the engine with blobs(...),"
                        + " perform the effects in several visits, or let them return the place of the data instead.";
    }

    private static long reserved(EffectRecord effect) {
        long result = effect.status() == EffectStatus.STARTED ? RESULT_BYTES : size(effect.result());
        return effect.request().size() + size(effect.resultSchema()) + result;
    }

    /** Why the workflow takes no message before the visit is over; null if it does. */
    @Nullable String refusalOfMessages() {
        return updates < MOST_WITH_MESSAGES
                ? null
                : "Temporal takes 2,000 updates for an execution, and effects and messages have made " + updates
                        + " since the visit began";
    }

    /** Counts an update that concerns messages. */
    void count() {
        updates++;
    }

    /** Whether the next visit needs an execution of its own. */
    boolean areMany() {
        return updates >= MANY_UPDATES;
    }

    private static long size(@Nullable Json value) {
        return value == null ? 0 : value.size();
    }

    EffectRecord begin(long fencingToken, EffectStart effect, long now) {
        updates++;
        Instant at = Instant.ofEpochMilli(now);
        return effect.isKeyed() ? book.beginShared(fencingToken, effect, at) : book.begin(fencingToken, effect, at);
    }

    /** Records ends that came with an update of their own. */
    void endNow(List<EffectEnd> ends, long now) {
        updates++;
        end(ends, now);
    }

    void end(List<EffectEnd> ends, long now) {
        book.end(ends, Instant.ofEpochMilli(now));
    }

    @Nullable EffectRecord resolve(EffectResolution resolution, long now) {
        return book.resolve(run, resolution, Instant.ofEpochMilli(now));
    }

    /** The run parks or ends: nobody ends the effects for which it parks, nor those of a run that has ended (E7). */
    void stopped(StopReason reason, long now) {
        book.stopped(reason, Instant.ofEpochMilli(now));
    }

    /** Whether a person has to resolve an effect before the visit is tried again (E4). */
    boolean holdRun(long visit) {
        return all(0).stream().anyMatch(effect -> effect.holdsRun(visit));
    }

    /** The visit is left: nobody asks for its effects again, unless they are in doubt, or approved actions (A5). */
    void left(long visit) {
        book.forgetVisit(visit);
    }

    List<EffectRecord> all(long now) {
        return book.all(Instant.ofEpochMilli(now));
    }
}
