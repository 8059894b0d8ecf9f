package io.stepgraph.temporal.workflow;

import io.stepgraph.runtime.Ticket;
import io.stepgraph.store.StopReason;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Why a run is not executed. */
public sealed interface Stop {

    /** Why the run has paused or ended; null if the worker's build cannot read it. */
    default @Nullable StopReason reason() {
        return null;
    }

    /** For what a worker finds the step when the run goes on by itself; null if it makes its visit again. */
    Answers.@Nullable Routable unrouted();

    /** The names of the mailbox at which the run listens, the present one first; empty if it does not listen. */
    default List<String> mailbox() {
        return List.of();
    }

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
            @Nullable String refused,
            List<String> mailbox) implements Stop {
        private static final long SHORTEST_SECOND_CHANCE = 60_000;

        /** A stop of an older program has no mailbox. */
        public Stopped {
            mailbox = mailbox == null ? List.of() : List.copyOf(mailbox);
        }

        @Override
        public Answers.Routable unrouted() {
            return new Answers.Routable(this, null, null, null);
        }

        /** Whether the run waits for an answer with this ticket. */
        public boolean isFor(Ticket ticket) {
            return reason instanceof StopReason.QuestionAsked asked
                    && asked.nonce().equals(ticket.nonce());
        }

        /** The same question after an answer was refused, with some time for another one (Q2). */
        Stopped again(String why, long now) {
            Long due = dueAt == null ? null : Long.valueOf(Math.max(dueAt, now + SHORTEST_SECOND_CHANCE));
            return new Stopped(reason, due, why, mailbox);
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
    record Blocked(String code, String message, Answers.@Nullable Routable unrouted) implements Stop {

        /** Where the run listens, so that it looks for a message again; null if it does not. */
        Stop.@Nullable Stopped listening() {
            return unrouted == null || unrouted.paused().mailbox().isEmpty() ? null : unrouted.paused();
        }
    }
}
