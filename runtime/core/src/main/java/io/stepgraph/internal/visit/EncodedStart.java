package io.stepgraph.internal.visit;

import io.stepgraph.internal.codec.GraphCodecs;
import io.stepgraph.internal.codec.StartComparison;
import io.stepgraph.internal.codec.Stored;
import io.stepgraph.internal.json.UnreadableValueException;
import io.stepgraph.internal.step.GateEntry;
import io.stepgraph.internal.step.GraphPlan;
import io.stepgraph.internal.step.StepPlan;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.StartConflictException;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.runtime.graph.StepEntry;
import org.jspecify.annotations.Nullable;

/**
 * The start of a run, written at once, so that later changes by the caller have no effect.
 *
 * @param state the state
 * @param input the input of the start step; null if it takes nothing
 * @param document both in one document, to compare (R3)
 * @param hash the part of the document that is kept after the end of the run
 */
public record EncodedStart(Stored state, @Nullable Stored input, Json document, Json hash) {

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
        Json document = comparison.document(state, input);
        return new EncodedStart(storedState, storedInput, document, comparison.hash(document));
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

    /**
     * Compares a start with that of the run that has its id.
     *
     * @param run the run, for messages
     * @param document the stored document; null after the end of the run
     * @param hash the stored hash; null for a run of a build that made none
     * @param given the document of the other start
     * @throws StartConflictException if they differ
     * @throws StepgraphException with {@link ErrorCode#CORRUPT_CHECKPOINT} if the stored start cannot be read
     */
    public static void compare(
            StartComparison<?, ?> comparison, String run, @Nullable Json document, @Nullable Json hash, Json given) {
        String difference;
        try {
            difference = comparison.difference(document, hash, given);
        } catch (UnreadableValueException unreadable) {
            throw new StepgraphException(
                    ErrorCode.CORRUPT_CHECKPOINT,
                    "What run '" + run + "' was started with cannot be read. " + unreadable.getMessage(),
                    unreadable);
        }
        if (difference != null) {
            throw new StartConflictException("Run '" + run + "' was started with another " + difference
                    + ". Use another id for another run, or resume it without a start. Nothing was changed.");
        }
    }
}
