package io.stepgraph.internal.codec;

import io.stepgraph.internal.json.Canonical;
import io.stepgraph.internal.json.UnreadableValueException;
import io.stepgraph.internal.step.StepPlan;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.StartConflictException;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.graph.Json;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Compares the starts of runs of one graph: state and input in one canonical document (R3). */
public final class StartComparison<S, N extends Enum<N>> {
    private final ValueCodec state;
    private final @Nullable ValueCodec input;

    public StartComparison(GraphCodecs<N> codecs) {
        StepPlan<N> first = codecs.plan.step(codecs.plan.spec.start());
        this.state = codecs.state();
        this.input = first.takesInput ? codecs.input(first) : null;
    }

    /** Writes a start. */
    public Json document(S given, @Nullable Object taken) {
        return document(state.tree(given), input == null || taken == null ? null : input.tree(taken));
    }

    /**
     * Builds the document without a record around the values, which Jackson would have to learn at the start of each
     * program.
     */
    private Json document(JsonNode given, @Nullable JsonNode taken) {
        ObjectNode start = JsonNodeFactory.instance.objectNode();
        start.set("state", given);
        if (taken != null) {
            start.set("input", taken);
        }
        return Canonical.normalised(start);
    }

    /** A stored start as this build writes it. */
    private Json rewritten(Json stored) {
        JsonNode start = Canonical.tree(stored);
        return document(
                rewritten(start.path("state"), state), input == null ? null : rewritten(start.path("input"), input));
    }

    private JsonNode rewritten(JsonNode stored, ValueCodec codec) {
        return stored.isMissingNode() || stored.isNull()
                ? JsonNodeFactory.instance.nullNode()
                : codec.tree(codec.read(Canonical.unsorted(stored)));
    }

    /**
     * Compares a start with that of the unfinished run that has its id. Both are read and written by this build, so
     * that a field added since makes no difference.
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
            difference = JsonDiff.pathBetween(rewritten(stored), given);
        } catch (UnreadableValueException | JacksonException unreadable) {
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
