package io.stepgraph.internal.codec;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.stepgraph.internal.json.UnreadableValueException;
import io.stepgraph.internal.step.GraphPlan;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.StartConflictException;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.runtime.graph.ValueType;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.PropertyNamingStrategy;
import tools.jackson.databind.annotation.JsonNaming;

/** Compares the starts of runs of one graph: state and input in one canonical document (R3). */
public final class StartComparison<S, N extends Enum<N>> {
    private final GraphCodecs<N> codecs;
    private final ValueCodec documents;

    public StartComparison(GraphPlan<N> plan, GraphCodecs<N> codecs) {
        this.codecs = codecs;
        ValueType input = plan.step(plan.spec.start()).spec.input();
        this.documents = codecs.of(
                input == null
                        ? ValueType.of(WithState.class, plan.spec.state())
                        : ValueType.of(WithInput.class, plan.spec.state(), input));
    }

    /** A start without an input. */
    @JsonInclude // always and by these names, whatever the user has customised
    @JsonNaming(PropertyNamingStrategy.class)
    record WithState<S>(S state) {}

    /** A start with an input. */
    @JsonInclude
    @JsonNaming(PropertyNamingStrategy.class)
    record WithInput<S, I>(S state, I input) {}

    /** Writes a start. */
    public Json document(S state, @Nullable Object input) {
        return documents.canonical(input == null ? new WithState<>(state) : new WithInput<>(state, input));
    }

    /**
     * Compares a start with that of the unfinished run that has its id. Both are read and written by this build, so that a
     * field added since makes no difference.
     *
     * @param run the run, for messages
     * @throws StartConflictException if they differ; names the part
     * @throws StepgraphException with {@link ErrorCode#CORRUPT_CHECKPOINT} if the stored start cannot be read
     */
    public void compare(String run, Json stored, Json given) {
        if (given.equals(stored)) {
            return;
        }
        String difference;
        try {
            difference = codecs.difference(documents.canonical(documents.read(stored)), given);
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
