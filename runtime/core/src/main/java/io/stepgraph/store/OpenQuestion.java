package io.stepgraph.store;

import io.stepgraph.runtime.Ticket;
import io.stepgraph.runtime.graph.Json;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A question that a run waits with.
 *
 * @param run the run
 * @param ticket the right to answer it once; {@link Ticket#id} is its text
 * @param question the question
 * @param answerSchema the JSON Schema of the answers
 * @param expiresAt when its time is over; null if it has no end
 */
public record OpenQuestion(
        ListedRun run,
        Ticket ticket,
        Json question,
        Json answerSchema,
        @Nullable Instant expiresAt) {}
