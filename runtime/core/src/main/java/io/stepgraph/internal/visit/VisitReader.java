package io.stepgraph.internal.visit;

import io.stepgraph.PermissionMode;
import io.stepgraph.internal.codec.GraphCodecs;
import io.stepgraph.internal.json.JsonObject;
import io.stepgraph.internal.log.EventCodec;
import io.stepgraph.internal.step.ModeGate;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.StepFailure;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.event.RunRef;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.runtime.graph.StepEntry;
import io.stepgraph.store.StopReason;

/**
 * Reads the outcomes and events of runs of one graph from the JSON that an engine keeps of them. Safe for use by many
 * threads.
 *
 * @param <N> the enum of steps
 */
public final class VisitReader<N extends Enum<N>> {
    private final CheckpointReader<?, N> checkpoints;
    private final PermissionMode maxMode;
    private final EventCodec<N> events;

    VisitReader(GraphCodecs<N> codecs, PermissionMode maxMode) {
        this.checkpoints = new CheckpointReader<>(codecs);
        this.maxMode = maxMode;
        this.events = new EventCodec<>(codecs);
    }

    /**
     * The outcome of a run that has paused or ended.
     *
     * @param mode the present mode of the run
     * @param at where it stands
     * @throws StepgraphException with {@link ErrorCode#UNKNOWN_STEP} if it waits at a step that this build does not
     *     have
     * @throws StepgraphException with {@link ErrorCode#CORRUPT_CHECKPOINT} if it cannot be read
     */
    public RunOutcome<N> outcome(RunRef run, PermissionMode mode, StepEntry at, StopReason reason) {
        return checkpoints.outcome(run, at, reason, new ModeGate(mode, maxMode));
    }

    /** Writes the failure of a visit that an engine ends without executing it. */
    public static Json failure(StepFailure<?> failure) {
        return new JsonObject()
                .put("step", failure.step())
                .put("visit", failure.visit())
                .put("attempt", failure.attempt())
                .put("code", failure.code().name())
                .put("type", failure.type())
                .put("message", failure.message())
                .json();
    }

    /** Reads the events of the runs. */
    @SuppressWarnings("exports") // an engine that keeps events is named in the module descriptor
    public EventCodec<N> events() {
        return events;
    }
}
