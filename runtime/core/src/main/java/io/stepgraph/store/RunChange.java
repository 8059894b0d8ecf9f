package io.stepgraph.store;

import io.stepgraph.PermissionMode;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.graph.Json;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A change to a run from outside its owner, in the terms of what a store keeps: every store writes every change,
 * whatever {@linkplain RunCommand command} it comes from. A change raises the command version by one (L7).
 *
 * @param mode the new mode; null if the mode stays
 * @param modeBy who sets the mode; null if the mode stays
 * @param labels all labels that the run has from then on; null if they stay
 * @param cancelRequestedBy who requests that the run is cancelled; null if the request, or that there is none, stays
 * @param stopAs the failure with which the owner of the run has to end it; null for no such request
 * @param wake whether a worker may claim the run
 * @param end how the run ends, which nobody executes; null if it does not end
 * @param events the events to add to its log
 */
public record RunChange(
        @Nullable PermissionMode mode,
        @Nullable String modeBy,
        @Nullable Map<String, String> labels,
        @Nullable String cancelRequestedBy,
        @Nullable Json stopAs,
        Wake wake,
        @Nullable StopReason end,
        List<Json> events) {

    /** The right of a worker to claim the run after a change. */
    public enum Wake {
        /** The change leaves that as it is. */
        AS_BEFORE,
        /** A worker may claim it at once. */
        NOW,
        /** No worker may claim it before another change. */
        LATER
    }

    /** Copies the collections. */
    public RunChange {
        labels = labels == null ? null : Map.copyOf(labels);
        events = List.copyOf(events);
    }

    /** The end of a cancelled run that nobody executes, or whose owner releases it. */
    public static RunChange cancelled(RunKey key, String by) {
        List<Json> events = List.of(EventJson.write(new RunEvent.Cancelled(key.id(), by)));
        return new RunChange(null, null, null, by, null, Wake.AS_BEFORE, new StopReason.Cancelled(by), events);
    }

    /**
     * Returns the end of a run that its owner releases, if it was to end.
     *
     * @param cancelRequestedBy who has requested to cancel it; null if nobody did
     * @param stopAs the failure with which it has to end; null if nobody has requested that
     * @return the change; null if it goes on
     */
    public static @Nullable RunChange released(RunKey key, @Nullable String cancelRequestedBy, @Nullable Json stopAs) {
        return cancelRequestedBy != null ? cancelled(key, cancelRequestedBy) : stopAs != null ? stopped(stopAs) : null;
    }

    /** Returns the end of a run that is stopped (C9), and that nobody executes. */
    public static RunChange stopped(Json failure) {
        return new RunChange(
                null,
                null,
                null,
                null,
                null,
                Wake.AS_BEFORE,
                new StopReason.Failed(failure),
                List.of(EventJson.failed(failure)));
    }

    /** An event, which the owner of the run notices. */
    public static RunChange logged(Json event) {
        return new RunChange(null, null, null, null, null, Wake.AS_BEFORE, null, List.of(event));
    }
}
