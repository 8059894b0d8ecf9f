package io.stepgraph.temporal.workflow;

import io.stepgraph.PermissionMode;
import io.stepgraph.runtime.graph.Json;
import org.jspecify.annotations.Nullable;

/** Why a run has paused or ended. */
public sealed interface Stop {

    /** Whether the run has ended. */
    default boolean isEnd() {
        return false;
    }

    /**
     * The run waits for an answer.
     *
     * @param nonce the secret part of the ticket
     * @param expiresAt when the time for an answer is over, in milliseconds by Temporal's clock; null if it is not limited
     */
    record Waiting(
            String nonce,
            Json question,
            Json answerSchema,
            @Nullable Long expiresAt) implements Stop {}

    /**
     * The run stands before a step that it may not execute.
     *
     * @param required the mode that the step requires; null if a hook or an effect holds the run back
     */
    record Parked(String reason, @Nullable PermissionMode required) implements Stop {}

    /**
     * The worker's build cannot read the run, which is untouched. Another build may.
     *
     * @param code the {@link io.stepgraph.runtime.ErrorCode} of the error; or the name of an exception of another library
     * @param message its message
     */
    record Blocked(String code, String message) implements Stop {}

    /** The run has completed. */
    record Completed(Json output) implements Stop {
        @Override
        public boolean isEnd() {
            return true;
        }
    }

    /** The run has failed. */
    record Failed(Json failure) implements Stop {
        @Override
        public boolean isEnd() {
            return true;
        }
    }

    /** The run was cancelled. */
    record Cancelled(String by) implements Stop {
        @Override
        public boolean isEnd() {
            return true;
        }
    }
}
