package io.stepgraph.temporal.workflow;

import io.stepgraph.store.StopReason;
import org.jspecify.annotations.Nullable;

/** Why a run is not executed. */
public sealed interface Stop {

    /** Why the run has paused or ended; null if the worker's build cannot read it. */
    default @Nullable StopReason reason() {
        return null;
    }

    /** Whether the run has ended. */
    default boolean isEnd() {
        StopReason reason = reason();
        return reason != null && reason.status().isEnd();
    }

    /**
     * The run has paused or ended.
     *
     * @param expiresAt when the time for an answer is over, in milliseconds by Temporal's clock; null if it is not
     *     limited
     */
    record Stopped(StopReason reason, @Nullable Long expiresAt) implements Stop {}

    /**
     * The worker's build cannot read the run, which is untouched. Another build may.
     *
     * @param code the {@link io.stepgraph.runtime.ErrorCode} of the error; or the name of an exception of another
     *     library
     * @param message its message
     */
    record Blocked(String code, String message) implements Stop {}
}
