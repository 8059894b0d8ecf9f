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
 * @param asker the run that asked, told apart from all runs of all stores; null on an engine without forks (A5)
 */
public record StoredAnswer(
        String question,
        String answer,
        Instant at,
        @Nullable String asker) {

    /** Complete. */
    public StoredAnswer {
        Objects.requireNonNull(question);
        Objects.requireNonNull(answer);
        Objects.requireNonNull(at);
    }
}
