package io.stepgraph.engine.store;

import io.stepgraph.runtime.graph.Json;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A question as it was asked, and what became of it (I6).
 *
 * @param branch the number of the branch that asked
 * @param visit the visit that asked
 * @param interrupt the interrupt, by name
 * @param question what was asked
 * @param answerSchema the schema of its answers
 * @param askedAt when, by the store's clock
 * @param answer the answer, canonical; null if there is none, be it that it still waits, has expired or was cancelled
 * @param answeredBy who gave it; null if there is none, or if nobody said
 * @param answeredAt when; null if there is none
 */
public record StoredQuestion(
        int branch,
        long visit,
        String interrupt,
        Json question,
        Json answerSchema,
        Instant askedAt,
        @Nullable Json answer,
        @Nullable String answeredBy,
        @Nullable Instant answeredAt) {}
