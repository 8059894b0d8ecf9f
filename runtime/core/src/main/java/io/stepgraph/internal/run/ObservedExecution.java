package io.stepgraph.internal.run;

import io.stepgraph.internal.step.AttemptEffects;
import io.stepgraph.internal.step.AttemptOverException;
import io.stepgraph.internal.step.EffectPerformer;
import io.stepgraph.internal.step.EffectRequest;
import io.stepgraph.runtime.Answered;
import io.stepgraph.runtime.EffectCall;
import io.stepgraph.runtime.StepContext;
import io.stepgraph.runtime.graph.Graph;
import io.stepgraph.runtime.graph.GraphSpec;
import io.stepgraph.runtime.graph.Transition;
import io.stepgraph.runtime.hook.RunObserver.EffectOutcome;
import io.stepgraph.runtime.hook.RunObserver.EffectScope;
import io.stepgraph.runtime.hook.RunObserver.ExecutionScope;
import io.stepgraph.runtime.hook.RunObserver.StepOutcome;
import io.stepgraph.runtime.hook.RunObserver.StepScope;
import org.jspecify.annotations.Nullable;

/** One execution of a run, with an observer around its steps and effects. */
final class ObservedExecution<A, S, E, N extends Enum<N>> implements Graph<A, S, E, N>, EffectPerformer {
    private final Graph<A, S, E, N> graph;
    private final EffectPerformer effects;
    private final ExecutionScope scope;

    /** The scope of the present attempt. An abandoned attempt calls no effect any more. */
    private volatile @Nullable StepScope present;

    ObservedExecution(Graph<A, S, E, N> graph, EffectPerformer effects, ExecutionScope scope) {
        this.graph = graph;
        this.effects = effects;
        this.scope = scope;
    }

    @Override
    public GraphSpec<N> spec() {
        return graph.spec();
    }

    @Override
    public @Nullable N route(N interrupt, Object answer) {
        return graph.route(interrupt, answer);
    }

    @Override
    public Transition<N, S> enter(
            A agent, N step, S state, @Nullable Object input, @Nullable Answered<?, ?> answered, StepContext<E> context)
            throws Exception {
        StepScope attempt = scope.step(spec().step(step).name(), context.visit(), context.attempt());
        present = attempt;
        StepOutcome outcome = StepOutcome.FAILED;
        Throwable seen = null;
        try {
            Transition<N, S> transition = graph.enter(agent, step, state, input, answered, context);
            outcome = StepOutcome.RETURNED;
            return transition;
        } catch (AttemptOverException over) {
            outcome = StepOutcome.VOID;
            seen = over;
            throw over;
        } catch (Throwable thrown) {
            seen = thrown;
            throw thrown;
        } finally {
            attempt.ended(outcome, seen);
        }
    }

    @Override
    public <R, T, X extends Exception> @Nullable T perform(
            EffectRequest<R, T> effect, EffectCall<R, T, X> call, AttemptEffects attempt) throws X {
        StepScope step = present;
        return step == null ? effects.perform(effect, call, attempt) : perform(effect, call, attempt, step);
    }

    @Override
    public boolean hasBegun(long visit, String name, String item, AttemptEffects attempt) {
        return effects.hasBegun(visit, name, item, attempt);
    }

    private <R, T, X extends Exception> @Nullable T perform(
            EffectRequest<R, T> effect, EffectCall<R, T, X> call, AttemptEffects attempt, StepScope step) throws X {
        EffectScope observed = step.effect(effect.name(), effect.item());
        boolean[] isCalled = {false};
        EffectOutcome outcome = EffectOutcome.FAILED;
        Throwable seen = null;
        try {
            T result = effects.perform(
                    effect,
                    (key, request) -> {
                        isCalled[0] = true;
                        return call.perform(key, request);
                    },
                    attempt);
            outcome = isCalled[0] ? EffectOutcome.PERFORMED : EffectOutcome.STORED;
            return result;
        } catch (AttemptOverException over) {
            outcome = EffectOutcome.VOID;
            seen = over;
            throw over;
        } catch (Throwable thrown) {
            seen = thrown;
            throw thrown;
        } finally {
            observed.ended(outcome, seen);
        }
    }
}
