package io.stepgraph.internal.visit;

import io.stepgraph.internal.codec.GraphCodecs;
import io.stepgraph.internal.codec.StartComparison;
import io.stepgraph.internal.codec.Stored;
import io.stepgraph.internal.step.GateEntry;
import io.stepgraph.internal.step.GraphPlan;
import io.stepgraph.internal.step.StepPlan;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.runtime.graph.StepEntry;
import org.jspecify.annotations.Nullable;

/**
 * The start of a run, written at once, so that later changes by the caller have no effect.
 *
 * @param state the state
 * @param input the input of the start step; null if it takes nothing
 * @param document both in one document, to compare (R3)
 */
public record EncodedStart(Stored state, @Nullable Stored input, Json document) {

    /**
     * Writes a start.
     *
     * @throws IllegalArgumentException if the start step takes an input and gets none, or the reverse
     */
    public static <S, N extends Enum<N>> EncodedStart of(
            GraphPlan<N> plan,
            GraphCodecs<N> codecs,
            StartComparison<S, N> comparison,
            S state,
            @Nullable Object input) {
        StepPlan<N> first = plan.start(input);
        // First the parts, whose errors name the user's own types.
        Stored storedState = codecs.state().copied(state);
        Stored storedInput = input == null ? null : codecs.input(first).copied(input);
        return new EncodedStart(storedState, storedInput, comparison.document(state, input));
    }

    /** The first step, with the visits and gates that are counted from then on. */
    public static <N extends Enum<N>> GateEntry<N> entry(GraphPlan<N> plan) {
        return GateEntry.into(plan, plan.step(plan.spec.start()), null, "the start");
    }

    /** The first visit. */
    public <N extends Enum<N>> StepEntry checkpoint(GraphPlan<N> plan, GraphCodecs<N> codecs, GateEntry<N> entry) {
        Json ruleState = codecs.write(entry.ruleState(), plan);
        return new StepEntry(entry.step().name, input == null ? null : input.json(), 1, 1, 0, 1, ruleState);
    }
}
