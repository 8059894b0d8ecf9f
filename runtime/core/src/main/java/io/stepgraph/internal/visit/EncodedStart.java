package io.stepgraph.internal.visit;

import io.stepgraph.internal.codec.EncodedValue;
import io.stepgraph.internal.codec.GraphCodecs;
import io.stepgraph.internal.codec.StartComparison;
import io.stepgraph.internal.step.GateEntry;
import io.stepgraph.internal.step.GraphPlan;
import io.stepgraph.internal.step.RuleState;
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
 * @param entry the first step, with the visits and gates that are counted from then on
 * @param checkpoint the first visit
 */
public record EncodedStart<N extends Enum<N>>(
        EncodedValue state, @Nullable EncodedValue input, Json document, GateEntry<N> entry, StepEntry checkpoint) {

    /**
     * Writes a start.
     *
     * @param started the counts of the run that somebody starts
     * @throws IllegalArgumentException if the start step takes an input and gets none, or the reverse
     */
    public static <S, N extends Enum<N>> EncodedStart<N> of(
            GraphCodecs<N> codecs,
            StartComparison<S, N> comparison,
            S state,
            @Nullable Object input,
            @Nullable RuleState started) {
        GraphPlan<N> plan = codecs.plan;
        StepPlan<N> first = plan.start(input);
        // First the parts, whose errors name the user's own types.
        EncodedValue storedState = codecs.state().copied(state);
        EncodedValue storedInput = input == null ? null : codecs.input(first).copied(input);
        Json document = comparison.document(state, input);
        GateEntry<N> entry = GateEntry.into(plan, first, started, "the start");
        StepEntry checkpoint = new StepEntry(
                entry.step().name,
                storedInput == null ? null : storedInput.json(),
                1,
                1,
                0,
                1,
                codecs.write(entry.ruleState()));
        return new EncodedStart<>(storedState, storedInput, document, entry, checkpoint);
    }
}
