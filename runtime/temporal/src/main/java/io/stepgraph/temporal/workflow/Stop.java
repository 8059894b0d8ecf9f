package io.stepgraph.temporal.workflow;

import io.stepgraph.runtime.Ticket;
import io.stepgraph.store.StopReason;
import org.jspecify.annotations.Nullable;

/** Why a run is not executed. */
public sealed interface Stop {

    /** Why the run has paused or ended; null if the worker's build cannot read it. */
    default @Nullable StopReason reason() {
        return null;
    }

    /** For what a worker finds the step when the run goes on by itself; null if it makes its visit again. */
    Answers.@Nullable Routable unrouted();

    /** Whether the run has ended. */
    default boolean isEnd() {
        StopReason reason = reason();
        return reason != null && reason.status().isEnd();
    }

    /**
     * The run has paused or ended.
     *
     * @param dueAt when the time for an answer, or a wait, is over, in milliseconds by Temporal's clock; null if it is
     *     not limited
     * @param refused why the last answer to the question was refused; null if none was
     */
    record Stopped(
            StopReason reason,
            @Nullable Long dueAt,
            @Nullable String refused) implements Stop {
        private static final long SHORTEST_SECOND_CHANCE = 60_000;

        @Override
        public Answers.Routable unrouted() {
            return new Answers.Routable(this, null, null);
        }

        /** Whether the run waits for an answer with this ticket. */
        public boolean isFor(Ticket ticket) {
            return reason instanceof StopReason.QuestionAsked asked
                    && asked.nonce().equals(ticket.nonce());
        }

        /** The same question after an answer was refused, with some time for another one (Q2). */
        Stopped again(String why, long now) {
            return new Stopped(reason, dueAt == null ? null : Math.max(dueAt, now + SHORTEST_SECOND_CHANCE), why);
        }
    }

    /**
     * The worker's build cannot read the run, which is untouched. Another build may.
     *
     * @param code the {@link io.stepgraph.runtime.ErrorCode} of the error; or the name of an exception of another
     *     library
     * @param message its message
     * @param unrouted the answer, or the end of a time, for which the build finds no step; null if it cannot make the
     *     visit
     */
    record Blocked(String code, String message, Answers.@Nullable Routable unrouted) implements Stop {}
}
