package io.stepgraph.internal.visit;

import io.stepgraph.internal.codec.GraphCache;
import io.stepgraph.internal.effect.EffectValues;
import io.stepgraph.internal.step.AttemptEffects;
import io.stepgraph.internal.step.EffectPerformer;
import io.stepgraph.internal.step.EffectRequest;
import io.stepgraph.runtime.EffectCall;
import io.stepgraph.runtime.StepFailure;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The effects of a machine: without a store, each call is made. Only what is in doubt after it is kept, for its visit (E4). */
final class MachineEffects implements EffectPerformer {
    private final GraphCache<?> known;
    private final Map<String, StepFailure.InDoubt> doubts = new LinkedHashMap<>();
    private long visit;

    MachineEffects(GraphCache<?> known) {
        this.known = known;
    }

    @Override
    public <R, T, X extends Exception> @Nullable T perform(
            EffectRequest<R, T> effect, EffectCall<R, T, X> call, AttemptEffects attempt) throws X {
        String key = UUID.randomUUID().toString();
        StepFailure.@Nullable InDoubt doubt = null;
        try {
            return call.perform(key, effect.request());
        } catch (Throwable thrown) {
            if (!effect.provesNothingHappened(thrown)) {
                String request =
                        new EffectValues<>(known.values(), effect).request().text();
                doubt = new StepFailure.InDoubt(effect.name(), effect.item(), key, request);
            }
            throw thrown;
        } finally {
            ended(effect, doubt);
        }
    }

    private synchronized void ended(EffectRequest<?, ?> effect, StepFailure.@Nullable InDoubt doubt) {
        inDoubt(effect.visit());
        if (doubt == null) {
            doubts.remove(effect.label());
        } else {
            doubts.put(effect.label(), doubt);
        }
    }

    /** The effects in doubt of a visit, which is the present one. */
    synchronized List<StepFailure.InDoubt> inDoubt(long present) {
        if (visit != present) {
            visit = present;
            doubts.clear();
        }
        return List.copyOf(doubts.values());
    }
}
