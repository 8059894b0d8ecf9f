package io.stepgraph.internal.answer;

import io.stepgraph.internal.json.Canonical;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.graph.Due;
import io.stepgraph.runtime.graph.Json;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The end of the time for an answer (Q2). Where an interrupt has computed it, or the question is asked again, it is a
 * keyword of the answer schema that is stored with the question.
 *
 * @param due the end, as it was first
 */
public record QuestionEnd(Due due) {
    private static final String AT = "expiresAt";
    private static final String IN = "expiresIn";

    /** The time that everybody has at least who reads the question again. */
    private static final Duration LEAST = Duration.ofMinutes(1);

    /**
     * The end of a question.
     *
     * @param run the id of the run that asks, for messages
     * @return null if the schema has none
     * @throws StepgraphException with {@link ErrorCode#CORRUPT_CHECKPOINT} if the schema is damaged
     */
    public static @Nullable QuestionEnd of(Json answerSchema, String run) {
        try {
            JsonNode schema = Canonical.tree(answerSchema);
            if (schema.has(AT)) {
                return new QuestionEnd(Due.at(Instant.parse(schema.get(AT).stringValue())));
            }
            return schema.has(IN)
                    ? new QuestionEnd(Due.in(Duration.ofMillis(schema.get(IN).longValue())))
                    : null;
        } catch (JacksonException | DateTimeException damaged) {
            throw new StepgraphException(
                    ErrorCode.CORRUPT_CHECKPOINT,
                    "The answer schema of the question of run '" + run + "' is damaged: " + damaged.getMessage(),
                    damaged);
        }
    }

    /** A schema with this end. */
    public Json in(Json answerSchema) {
        ObjectNode schema = (ObjectNode) Canonical.tree(answerSchema);
        if (due.at() != null) {
            schema.put(AT, due.at().toString());
        } else {
            schema.put(IN, Objects.requireNonNull(due.in()).toMillis());
        }
        return Canonical.unsorted(schema);
    }

    /** The end of a question that is asked again now. */
    public Due again(Instant askedAt, Instant now) {
        Instant end = due.from(askedAt);
        Instant least = now.plus(LEAST);
        return Due.at(end.isBefore(least) ? least : end);
    }
}
