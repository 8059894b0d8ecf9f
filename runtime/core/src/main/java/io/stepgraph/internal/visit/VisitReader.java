package io.stepgraph.internal.visit;

import io.stepgraph.PermissionMode;
import io.stepgraph.internal.codec.GraphCodecs;
import io.stepgraph.internal.json.UnreadableValueException;
import io.stepgraph.internal.log.EventCodec;
import io.stepgraph.internal.log.OutcomeReader;
import io.stepgraph.internal.step.GraphPlan;
import io.stepgraph.internal.step.ModeGate;
import io.stepgraph.internal.step.StepPlan;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.StepFailure;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.Ticket;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.event.RunRef;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.runtime.graph.RunOutcome;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads the outcomes and events of runs of one graph from the JSON that an engine keeps of them. Safe for use by many threads.
 *
 * @param <N> the enum of steps
 */
public final class VisitReader<N extends Enum<N>> {
    private final CheckpointReader<?, N> checkpoints;
    private final PermissionMode maxMode;
    private final OutcomeReader<N> outcomes;
    private final EventCodec<N> events;

    VisitReader(GraphPlan<N> plan, GraphCodecs<N> codecs, PermissionMode maxMode) {
        this.checkpoints = new CheckpointReader<>(plan, codecs);
        this.maxMode = maxMode;
        this.outcomes = new OutcomeReader<>(codecs);
        this.events = new EventCodec<>(plan, codecs);
    }

    /**
     * The outcome of a run that waits for an answer.
     *
     * @throws StepgraphException with {@link ErrorCode#CORRUPT_CHECKPOINT} if the question cannot be read
     */
    public RunOutcome<N> asked(Ticket ticket, Json question) {
        StepPlan<N> interrupt = checkpoints.interrupt(ticket.runId(), ticket.interrupt());
        return outcome(ticket.runId(), () -> outcomes.asked(interrupt, ticket, question));
    }

    /**
     * The outcome of a run that is parked.
     *
     * @param mode the present mode of the run
     * @param reason why, as it was stored
     * @param required the mode that the step requires, as it was stored; null if it is not the mode that holds the run back
     */
    public RunOutcome<N> parked(
            String runId, String step, PermissionMode mode, String reason, @Nullable PermissionMode required) {
        return new ModeGate(mode, maxMode).parked(checkpoints.step(runId, step), reason, required);
    }

    /**
     * The outcome of a run that has completed.
     *
     * @throws StepgraphException with {@link ErrorCode#CORRUPT_CHECKPOINT} if the result cannot be read
     */
    public RunOutcome<N> completed(String runId, Json output) {
        return outcome(runId, () -> outcomes.completed(output));
    }

    /**
     * The outcome of a run that has failed.
     *
     * @throws StepgraphException with {@link ErrorCode#CORRUPT_CHECKPOINT} if the failure cannot be read
     */
    public RunOutcome<N> failed(String runId, Json failure) {
        return outcome(runId, () -> outcomes.failed(failure));
    }

    private RunOutcome<N> outcome(String runId, Supplier<RunOutcome<N>> reading) {
        try {
            return reading.get();
        } catch (UnreadableValueException unreadable) {
            throw new StepgraphException(
                    ErrorCode.CORRUPT_CHECKPOINT,
                    "The outcome of run '" + runId + "' cannot be read. " + unreadable.getMessage(),
                    unreadable);
        }
    }

    /**
     * Reads an event. One that this build cannot read becomes {@link RunEvent.Unknown}.
     *
     * @param result gives the result of the run, which the event of its end does not repeat; null if it has none
     */
    public RunEvent event(RunRef run, Json document, Supplier<@Nullable Json> result) {
        return events.read(run, document, result);
    }

    /** Writes the failure of a visit that an engine ends without executing it. */
    public static Json failure(StepFailure failure) {
        return OutcomeReader.write(failure);
    }

    /** Reads events as {@link #event} does, a page at a time. */
    @SuppressWarnings("exports") // an engine that keeps events is named in the module descriptor
    public EventCodec<N> events() {
        return events;
    }
}
