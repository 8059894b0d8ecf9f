package io.stepgraph.engine.effect;

import io.stepgraph.engine.lease.RunnerContext;
import io.stepgraph.engine.lease.StoreRetry;
import io.stepgraph.engine.store.EffectRecord;
import io.stepgraph.engine.store.EffectResolution;
import io.stepgraph.engine.store.RunKey;
import io.stepgraph.engine.store.RunSummary;
import io.stepgraph.runtime.CorruptCheckpointException;
import io.stepgraph.runtime.EffectInDoubt;
import io.stepgraph.runtime.IllegalRunStatusException;
import io.stepgraph.runtime.Names;
import io.stepgraph.runtime.codec.Codec;
import io.stepgraph.runtime.codec.json.UnreadableValueException;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.runtime.graph.RunOutcome;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The effects in doubt of the runs of a runner, and the decisions of persons about them (E4). */
public final class EffectsInDoubt {
    private final StoreRetry store;
    private final int maxValueBytes;

    public EffectsInDoubt(RunnerContext runner) {
        this.store = runner.store();
        this.maxValueBytes = runner.config().maxValueBytes();
    }

    /**
     * The effects of a run that are in doubt.
     *
     * @throws io.stepgraph.runtime.RunNotFoundException if there is no such run
     */
    public List<EffectInDoubt> of(RunKey key) {
        RunSummary run = store.summary(key);
        if (run == null) {
            throw key.notFound();
        }
        return find(key)
                .<EffectInDoubt>map(effect -> new Doubtful(key, run.runNumber(), effect))
                .toList();
    }

    /** The effects in doubt of all runs of a namespace, those of the oldest run first. */
    public List<EffectInDoubt> of(String namespace, int limit) {
        return store.answered(() -> store.effects().findInDoubt(namespace, limit)).stream()
                .<EffectInDoubt>map(each -> new Doubtful(each.run(), each.runNumber(), each.effect()))
                .toList();
    }

    /** The outcome of a run; if the run has ended, it says which effects are in doubt (E7). */
    public <N extends Enum<N>> RunOutcome<N> saidIn(RunOutcome<N> outcome, RunKey key) {
        if (outcome instanceof RunOutcome.Parked || outcome instanceof RunOutcome.QuestionAsked) {
            return outcome;
        }
        return outcome.withEffectsInDoubt(
                find(key).map(effect -> effect.id().label()).toList());
    }

    private Stream<EffectRecord> find(RunKey key) {
        return store.answered(() -> store.effects().findInDoubt(key)).stream();
    }

    private final class Doubtful implements EffectInDoubt {
        private final RunKey key;
        private final long runNumber;
        private final EffectRecord effect;

        Doubtful(RunKey key, long runNumber, EffectRecord effect) {
            this.key = key;
            this.runNumber = runNumber;
            this.effect = effect;
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
            return effect.id().item();
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
        public void done(String result, String by) {
            resolve(true, checked(Objects.requireNonNull(result, "result")), by);
        }

        @Override
        public void notPerformed(String by) {
            resolve(false, null, by);
        }

        private @Nullable Json checked(String result) {
            Json schema = effect.resultSchema();
            try {
                return schema == null ? null : new Codec(maxValueBytes).readAnswer(schema, result);
            } catch (UnreadableValueException damaged) {
                throw new CorruptCheckpointException(
                        "Effect '" + name() + "' of run '" + key + "' cannot be resolved: " + damaged.getMessage(),
                        damaged);
            }
        }

        private void resolve(boolean isPerformed, @Nullable Json result, String by) {
            EffectResolution resolution = new EffectResolution(
                    runNumber,
                    effect.id(),
                    isPerformed,
                    result,
                    Names.checked(by, "by", "The name of a person or system"));
            if (store.answered(() -> store.effects().resolve(key, resolution)) == null) {
                throw new IllegalRunStatusException(
                        "Effect '" + name() + "' of run '" + key + "' is not in doubt any more. Nothing was changed.");
            }
        }

        @Override
        public String toString() {
            return "effect '" + name() + "' of step '" + step() + "' in run '" + key + "'";
        }
    }
}
