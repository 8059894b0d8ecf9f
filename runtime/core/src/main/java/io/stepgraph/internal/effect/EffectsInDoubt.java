package io.stepgraph.internal.effect;

import io.stepgraph.runtime.EffectInDoubt;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.store.EffectRecord;
import io.stepgraph.store.RunHeader;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.Store;
import java.util.List;
import java.util.stream.Stream;

/** The effects in doubt of the runs of a runner, and the decisions of persons about them (E4). */
public final class EffectsInDoubt {
    private final Store store;
    private final int maxValueBytes;

    public EffectsInDoubt(Store store, int maxValueBytes) {
        this.store = store;
        this.maxValueBytes = maxValueBytes;
    }

    /**
     * The effects of a run that are in doubt.
     *
     * @throws io.stepgraph.runtime.RunNotFoundException if there is no such run
     */
    public List<EffectInDoubt> of(RunKey key) {
        RunHeader run = store.summary(key);
        if (run == null) {
            throw key.notFound();
        }
        return find(key).map(effect -> doubtful(key, run.runNumber(), effect)).toList();
    }

    /** The effects in doubt of all runs of a namespace, those of the oldest run first. */
    public List<EffectInDoubt> of(String namespace, int limit) {
        return store.effects().findInDoubt(namespace, limit).stream()
                .map(each -> doubtful(each.run(), each.runNumber(), each.effect()))
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
        return store.effects().findInDoubt(key).stream();
    }

    private EffectInDoubt doubtful(RunKey key, long runNumber, EffectRecord effect) {
        return new DoubtfulEffect(
                key,
                runNumber,
                effect,
                maxValueBytes,
                resolution -> store.effects().resolve(key, resolution) != null);
    }
}
