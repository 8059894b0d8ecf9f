package io.stepgraph.store;

import io.stepgraph.runtime.graph.Json;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A question and its answer (I6).
 *
 * @param visit the visit that asked
 * @param interrupt the interrupt, by name
 * @param question the question
 * @param answerSchema the schema of its answers
 * @param askedAt when, by the store's clock
 * @param answer the answer as canonical JSON; null if there is none, because the run still waits or was cancelled, or
 *     the time has expired
 * @param answeredBy the name of the answerer; null if there is no answer, or no name was given
 * @param answeredAt when; null if there is none
 * @param inheritedFrom the number of the run that asked, if this run is a fork of it; null if it was this run
 */
public record StoredQuestion(
        long visit,
        String interrupt,
        Json question,
        Json answerSchema,
        Instant askedAt,
        @Nullable Json answer,
        @Nullable String answeredBy,
        @Nullable Instant answeredAt,
        @Nullable Long inheritedFrom) {}
