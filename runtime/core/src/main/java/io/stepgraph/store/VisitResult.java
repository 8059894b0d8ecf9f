package io.stepgraph.store;

import io.stepgraph.runtime.graph.Due;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.runtime.graph.StepEntry;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result with which an attempt has left a visit. The engine makes it durable before the run continues (R2).
 *
 * @param checkpoint the step that the run enters next, or at which it stops
 * @param state the state that replaces the one of the visit; null if that stays
 * @param stopReason why the run pauses or ends; {@link StopReason.Delayed} if another attempt follows; null while it
 *     continues
 * @param due the end of the time for an answer (I5) or of a wait (Q1), or the next attempt (R6); null if there is none
 * @param events the events to add to the log of the run, in order (V1)
 * @param call the runs that the commit starts; null unless the reason is {@link StopReason.Called} (C2)
 * @param messages what it changes of the messages of the run; null if nothing
 */
public record VisitResult(
        StepEntry checkpoint,
        @Nullable Json state,
        @Nullable StopReason stopReason,
        @Nullable Due due,
        List<Json> events,
        @Nullable NewCall call,
        @Nullable MessageWrite messages) {

    /** Creates a result without messages. */
    public VisitResult(
            StepEntry checkpoint,
            @Nullable Json state,
            @Nullable StopReason stopReason,
            @Nullable Due due,
            List<Json> events,
            @Nullable NewCall call) {
        this(checkpoint, state, stopReason, due, events, call, null);
    }

    /** Creates a result that calls nobody. */
    public VisitResult(
            StepEntry checkpoint,
            @Nullable Json state,
            @Nullable StopReason stopReason,
            @Nullable Due due,
            List<Json> events) {
        this(checkpoint, state, stopReason, due, events, null, null);
    }

    /** Copies the list, and cuts the time to the {@link Horizon}. */
    public VisitResult {
        due = due == null ? null : Horizon.within(due);
        events = List.copyOf(events);
    }

    /** Whether it is written only if no message has come or gone since its owner looked (Q7). */
    public boolean dependsOnMessages() {
        return messages instanceof MessageWrite.Listens || messages instanceof MessageWrite.Takes;
    }

    /** Returns the same result, which changes this of the messages of the run. */
    public VisitResult with(@Nullable MessageWrite changed) {
        return new VisitResult(checkpoint, state, stopReason, due, events, call, changed);
    }

    /** Returns the same result for a run that stops for another reason; null if it continues. */
    public VisitResult withStopReason(@Nullable StopReason other) {
        return new VisitResult(checkpoint, state, other, other == null ? null : due, events, call, messages);
    }
}
