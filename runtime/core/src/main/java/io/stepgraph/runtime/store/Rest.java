package io.stepgraph.runtime.store;

import io.stepgraph.PermissionMode;
import org.jspecify.annotations.Nullable;

/** Why a run is at rest; a run that is executed, or could be, has none. */
public sealed interface Rest {

    /** The status of a run that rests so. */
    Status status();

    /**
     * It waits for an answer.
     *
     * @param nonce the secret part of the ticket
     * @param question what is asked
     * @param accepts the schema of the answers, so that they can be checked without the classes of the user
     */
    record Asked(String nonce, Json question, Json accepts) implements Rest {
        @Override
        public Status status() {
            return Status.WAITING;
        }
    }

    /**
     * Its question was answered where its graph was not at hand; whoever has the graph
     * {@linkplain Store#takeUp takes it up} (I4).
     *
     * @param nonce the secret part of the ticket that is closed
     * @param answer the answer, as it was submitted
     * @param by who gave it; null if nobody said
     */
    record Answered(String nonce, Json answer, @Nullable String by) implements Rest {
        @Override
        public Status status() {
            return Status.QUEUED;
        }
    }

    /** It waits before it is tried again; anyone goes on with it then (R6). */
    record Delayed() implements Rest {
        @Override
        public Status status() {
            return Status.QUEUED;
        }
    }

    /**
     * It stands in front of a step that it may not execute.
     *
     * @param reason why, for a person to read, as it was when it parked
     * @param required the mode that the step requires; null if a hook holds the run back
     */
    record Parked(String reason, @Nullable PermissionMode required) implements Rest {
        @Override
        public Status status() {
            return Status.WAITING;
        }
    }

    /**
     * It has ended well.
     *
     * @param output the result
     */
    record Succeeded(Json output) implements Rest {
        @Override
        public Status status() {
            return Status.SUCCEEDED;
        }
    }

    /**
     * It has failed.
     *
     * @param failure the {@code StepFailure}
     */
    record Failed(Json failure) implements Rest {
        @Override
        public Status status() {
            return Status.FAILED;
        }
    }

    /**
     * It was cancelled.
     *
     * @param by who cancelled it
     */
    record Cancelled(String by) implements Rest {
        @Override
        public Status status() {
            return Status.CANCELLED;
        }
    }
}
