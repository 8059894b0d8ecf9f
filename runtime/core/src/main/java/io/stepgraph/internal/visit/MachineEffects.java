package io.stepgraph.internal.visit;

import io.stepgraph.internal.codec.GraphCache;
import io.stepgraph.internal.effect.EffectValues;
import io.stepgraph.internal.effect.RunLedger;
import io.stepgraph.internal.step.AttemptEffects;
import io.stepgraph.internal.step.EffectPerformer;
import io.stepgraph.internal.step.EffectRequest;
import io.stepgraph.runtime.EffectCall;
import io.stepgraph.runtime.StepFailure;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The effects of a machine: without a store, each call is made. Kept is only what is in doubt of the present visit
 * (E4), by key.
 */
final class MachineEffects implements EffectPerformer {
    private final GraphCache<?> known;
    private final Map<String, StepFailure.InDoubt> doubts = Collections.synchronizedMap(new LinkedHashMap<>());

    private final AtomicReference<@Nullable String> number = new AtomicReference<>();

    /** The last visit in which an effect has begun. */
    private volatile long begunIn;

    MachineEffects(GraphCache<?> known) {
        this.known = known;
    }

    @Override
    public <R, T, X extends Exception> @Nullable T perform(
            EffectRequest<R, T> effect, EffectCall<R, T, X> call, AttemptEffects attempt) throws X {
        begunIn = effect.visit();
        String key = RunLedger.key("default", number(), RunLedger.id(effect), effect.isShared());
        R request = effect.action() == null ? effect.request() : written(effect);
        try {
            T result = call.perform(key, request);
            doubts.remove(key);
            return result;
        } catch (Throwable thrown) {
            doubts.remove(key);
            if (!effect.provesNothingHappened(thrown)) {
                String asked =
                        new EffectValues<>(known.values(), effect).request().text();
                doubts.put(key, new StepFailure.InDoubt(effect.name(), effect.item(), key, asked));
            }
            throw thrown;
        }
    }

    /** An approved action, as it is stored. */
    private <R, T> R written(EffectRequest<R, T> effect) {
        EffectValues<R, T> values = new EffectValues<>(known.values(), effect);
        return values.request(values.request());
    }

    /** The number that tells the effects of this run apart from those of others, drawn when it is first asked for. */
    String number() {
        return Objects.requireNonNull(
                number.updateAndGet(drawn -> drawn == null ? UUID.randomUUID().toString() : drawn));
    }

    /** The run of a snapshot goes on; null if it was not started. */
    void restore(@Nullable String drawn) {
        number.set(drawn);
    }

    /** A visit begins: what an earlier one has left in doubt does not concern it. */
    void begin() {
        doubts.clear();
    }

    boolean hasBegun(long visit) {
        return begunIn == visit;
    }

    /** The effects in doubt of the present visit. */
    List<StepFailure.InDoubt> inDoubt() {
        return List.copyOf(doubts.values());
    }
}
