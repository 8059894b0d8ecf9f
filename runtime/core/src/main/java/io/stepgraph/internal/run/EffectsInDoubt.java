package io.stepgraph.internal.run;

import io.stepgraph.internal.effect.DoubtfulEffect;
import io.stepgraph.internal.lease.GuardedStore;
import io.stepgraph.internal.lease.RunnerContext;
import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.EffectInDoubt;
import io.stepgraph.runtime.Names;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.store.EffectRecord;
import io.stepgraph.store.RunHeader;
import io.stepgraph.store.RunKey;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The effects in doubt of the runs of a runner, and the decisions of persons about them (E4). */
public final class EffectsInDoubt {
    private final GuardedStore store;
    private final int maxValueBytes;

    public EffectsInDoubt(RunnerContext runner) {
        this.store = runner.store();
        this.maxValueBytes = runner.config().visits().maxValueBytes();
    }

    /**
     * The effects of a run that are in doubt.
     *
     * @param actor who resolves them; null if nobody said
     * @throws io.stepgraph.runtime.RunNotFoundException if there is no such run
     */
    public List<EffectInDoubt> of(RunKey key, @Nullable Actor actor) {
        RunHeader run = store.call(s -> s.runs().summary(key));
        if (run == null) {
            throw key.notFound();
        }
        return find(key)
                .map(effect -> doubtful(key, run.runNumber(), effect, actor))
                .toList();
    }

    /**
     * The effects in doubt of all runs of a namespace, those of the oldest run first.
     *
     * @param actor who resolves them; null if nobody said
     */
    public List<EffectInDoubt> of(String namespace, int limit, @Nullable Actor actor) {
        return store.call(s -> s.effects().findInDoubt(namespace, limit)).stream()
                .map(each -> doubtful(each.run(), each.runNumber(), each.effect(), actor))
                .toList();
    }

    /** The outcome of a run; if the run has ended, it says which effects are in doubt (E7). */
    public <N extends Enum<N>> RunOutcome<N> saidIn(RunOutcome<N> outcome, RunKey key) {
        if (outcome instanceof RunOutcome.Parked
                || outcome instanceof RunOutcome.QuestionAsked
                || outcome instanceof RunOutcome.Paused
                || outcome instanceof RunOutcome.Listening
                || outcome instanceof RunOutcome.Called) {
            return outcome;
        }
        return outcome.withEffectsInDoubt(find(key).map(EffectRecord::label).toList());
    }

    private Stream<EffectRecord> find(RunKey key) {
        return store.call(s -> s.effects().findInDoubt(key)).stream();
    }

    private EffectInDoubt doubtful(RunKey key, long runNumber, EffectRecord effect, @Nullable Actor actor) {
        return new DoubtfulEffect(
                key,
                runNumber,
                effect,
                maxValueBytes,
                Names.inLog(actor),
                resolution -> store.write(key, s -> s.effects().resolve(key, resolution)) != null);
    }
}
