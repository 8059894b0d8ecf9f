package io.stepgraph.internal.effect;

import io.stepgraph.internal.codec.Codec;
import io.stepgraph.internal.json.UnreadableValueException;
import io.stepgraph.runtime.EffectInDoubt;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.store.EffectRecord;
import io.stepgraph.store.EffectResolution;
import io.stepgraph.store.RunKey;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** An effect in doubt, and the decision of a person about it (E4). */
public final class DoubtfulEffect implements EffectInDoubt {
    private final RunKey key;
    private final long runNumber;
    private final EffectRecord effect;
    private final int maxValueBytes;
    private final String by;
    private final Predicate<EffectResolution> decide;

    /**
     * An effect in doubt.
     *
     * @param by who resolves it; empty if no name was given
     * @param decide records the decision; false if the effect is not in doubt any more
     */
    public DoubtfulEffect(
            RunKey key,
            long runNumber,
            EffectRecord effect,
            int maxValueBytes,
            String by,
            Predicate<EffectResolution> decide) {
        this.key = key;
        this.runNumber = runNumber;
        this.effect = effect;
        this.maxValueBytes = maxValueBytes;
        this.by = by;
        this.decide = decide;
    }

    @Override
    public String runId() {
        return key.id();
    }

    @Override
    public String step() {
        return effect.step();
    }

    @Override
    public long visit() {
        return effect.id().visit();
    }

    @Override
    public String name() {
        return effect.id().name();
    }

    @Override
    public String item() {
        return effect.item();
    }

    @Override
    public boolean isKeyed() {
        return effect.isKeyed();
    }

    @Override
    public String key() {
        return effect.key();
    }

    @Override
    public String request() {
        return effect.request().text();
    }

    @Override
    public void done(String result) {
        resolve(true, checked(Objects.requireNonNull(result, "result")));
    }

    @Override
    public void notPerformed() {
        resolve(false, null);
    }

    private @Nullable Json checked(String result) {
        Json schema = effect.resultSchema();
        try {
            return schema == null ? null : new Codec(maxValueBytes).readResult(schema, result);
        } catch (UnreadableValueException damaged) {
            throw new StepgraphException(
                    ErrorCode.CORRUPT_CHECKPOINT,
                    "Effect '" + name() + "' of run '" + key + "' cannot be resolved: " + damaged.getMessage(),
                    damaged);
        }
    }

    private void resolve(boolean isPerformed, @Nullable Json result) {
        EffectResolution resolution = new EffectResolution(runNumber, effect.id(), isPerformed, result, by);
        if (!decide.test(resolution)) {
            throw new StepgraphException(
                    ErrorCode.ILLEGAL_RUN_STATUS,
                    "Effect '" + name() + "' of run '" + key + "' is not in doubt any more. Nothing was changed.");
        }
    }

    @Override
    public String toString() {
        return "effect '" + name() + "' of step '" + step() + "' in run '" + key + "'";
    }
}
