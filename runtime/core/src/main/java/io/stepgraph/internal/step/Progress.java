package io.stepgraph.internal.step;

import io.stepgraph.runtime.InvalidAnswerException;
import io.stepgraph.runtime.Ticket;
import io.stepgraph.runtime.graph.RunOutcome;

/** The way in which the run proceeds after the {@link Checkpointer} has looked or written. */
public sealed interface Progress<N extends Enum<N>> {

    /** The loop continues at its position. */
    record Continue<N extends Enum<N>>() implements Progress<N> {
        private static final Continue<?> ALWAYS = new Continue<>();
    }

    /** Nothing was written, since a message has come or gone; the loop looks again (Q7). */
    record Again<N extends Enum<N>>() implements Progress<N> {}

    /** The run pauses or has ended. */
    record Stopped<N extends Enum<N>>(RunOutcome<N> outcome) implements Progress<N> {}

    /** The run waits for a time, or for other runs, of which the engine that has stored it knows the end. */
    record Waits<N extends Enum<N>>() implements Progress<N> {}

    /**
     * A step has refused an answer, and the run waits with its question again (I4).
     *
     * @param ticket the ticket of the question
     * @param thrown what the step has thrown
     */
    record Refused<N extends Enum<N>>(Ticket ticket, InvalidAnswerException thrown) implements Progress<N> {

        /** Returns the exception for the caller who gave the answer, perhaps a step of another run. */
        public InvalidAnswerException toCaller() {
            return InvalidAnswerException.toCaller(Failures.message(thrown), thrown);
        }
    }

    /** The owner has released the run, which is due later (R6). */
    record Released<N extends Enum<N>>() implements Progress<N> {}

    /** Continues. Always the same object. */
    @SuppressWarnings("unchecked") // it holds nothing of the type
    static <N extends Enum<N>> Progress<N> proceed() {
        return (Progress<N>) Continue.ALWAYS;
    }

    /** Whether the loop continues. */
    default boolean continues() {
        return this == Continue.ALWAYS;
    }
}
