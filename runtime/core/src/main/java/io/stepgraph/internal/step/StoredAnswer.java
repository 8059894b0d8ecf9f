package io.stepgraph.internal.step;

import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An answer that opens a gate, with its question: the bytes that were stored, so that neither can change (A2).
 *
 * @param question the question as JSON
 * @param answer the answer as JSON
 * @param at when the answer was taken
 * @param approval names the approval among all of all stores: the run that asked and the visit of the question; of an
 *     interrupt that asks for the action of an earlier approval, that one (A5, A7)
 */
public record StoredAnswer(String question, String answer, Instant at, String approval) {

    /** Writes an answer, with its question, for the steps that take them. */
    @FunctionalInterface
    public interface Writer {

        /**
         * Writes it.
         *
         * @param first the earlier approval for whose action the interrupt has asked; null if it has asked for its own
         *     (A7)
         * @throws io.stepgraph.runtime.StepgraphException if it has asked for another action
         */
        StoredAnswer write(Object answer, @Nullable GateAnswer first);
    }

    /** Checks that nothing is missing. */
    public StoredAnswer {
        Objects.requireNonNull(question);
        Objects.requireNonNull(answer);
        Objects.requireNonNull(at);
        Objects.requireNonNull(approval);
    }
}
