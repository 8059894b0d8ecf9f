package io.stepgraph.internal.log;

import io.stepgraph.PermissionMode;
import io.stepgraph.internal.codec.Codec;
import io.stepgraph.internal.json.JsonObject;
import io.stepgraph.internal.json.UnreadableValueException;
import io.stepgraph.runtime.Ticket;
import io.stepgraph.runtime.event.EventCursor;
import io.stepgraph.runtime.event.RunRef;
import io.stepgraph.runtime.graph.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * Writes the events, the question and the outcome of a run as JSON, for readers that do not have the classes of its agent. Each
 * document is complete in itself. Values of the agent appear as they are stored.
 */
public final class RunJson {
    private final Codec codec = new Codec(Integer.MAX_VALUE);

    /**
     * Writes the events of one commit: cursor, time and run, then the fields that are stored of the event. The id of the
     * ticket takes the place of its secret part, and the completion of the run gets the result, if it can be read.
     *
     * @param first the number of the first event
     * @param count how many events the commit holds
     * @param at when they were stored
     * @param documents a JSON array of events; a damaged array becomes one event {@code unknown}
     * @param result gives the result of the run; null if the run has none
     */
    public List<Json> events(
            RunRef run, long first, int count, Instant at, Json documents, Supplier<@Nullable Json> result) {
        List<EventFields> all = EventFields.split(run, documents, count, codec::tree);
        List<Json> events = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            JsonObject event = new JsonObject()
                    .put("cursor", new EventCursor(run.runNumber(), first + i).toString())
                    .put("at", at.toString())
                    .put("runId", run.id());
            EventFields stored = all == null ? null : all.get(i);
            if (stored != null && stored.document().isObject()) {
                putFields(event, stored, result);
            } else {
                event.put("event", "unknown").put("stored", documents.text());
            }
            events.add(event.json());
        }
        return events;
    }

    private void putFields(JsonObject event, EventFields stored, Supplier<@Nullable Json> result) {
        String ticket = ticket(stored);
        for (Map.Entry<String, JsonNode> field : stored.document().properties()) {
            if (ticket != null && field.getKey().equals("nonce")) {
                event.put("ticket", ticket);
            } else {
                event.put(field.getKey(), codec.document(field.getValue()));
            }
        }
        if (stored.kind().equals("completed")) {
            event.put("result", validOrNull(result.get()));
        }
    }

    private @Nullable Json validOrNull(@Nullable Json stored) {
        try {
            return stored == null ? null : valid(stored);
        } catch (UnreadableValueException damaged) {
            return null;
        }
    }

    /** Null if the event is about no question, or if its ticket is damaged. */
    private static @Nullable String ticket(EventFields stored) {
        try {
            return stored.document().has("nonce") ? stored.ticket().id() : null;
        } catch (UnreadableValueException | IllegalArgumentException damaged) {
            return null;
        }
    }

    /**
     * Writes a question that waits for its answer.
     *
     * @param answerSchema describes the answers, as JSON Schema
     * @param expiresAt when the question expires; null if it does not
     * @throws UnreadableValueException if the stored text is not JSON
     */
    public Json question(Ticket ticket, Json question, Json answerSchema, @Nullable Instant expiresAt) {
        return putQuestion(new JsonObject(), ticket, question, answerSchema, expiresAt)
                .json();
    }

    /**
     * Writes the outcome of a run that has asked a question.
     *
     * @throws UnreadableValueException if the stored text is not JSON
     */
    public Json asked(Ticket ticket, Json question, Json answerSchema, @Nullable Instant expiresAt) {
        return putQuestion(outcome("asked"), ticket, question, answerSchema, expiresAt)
                .json();
    }

    private JsonObject putQuestion(
            JsonObject object, Ticket ticket, Json question, Json answerSchema, @Nullable Instant expiresAt) {
        return object.put("ticket", ticket.id())
                .put("step", ticket.interrupt())
                .put("visit", ticket.visit())
                .put("question", valid(question))
                .put("answerSchema", valid(answerSchema))
                .put("expiresAt", expiresAt == null ? null : expiresAt.toString());
    }

    /**
     * Writes the outcome of a run that parked in front of a step.
     *
     * @param requiredMode the mode that the step requires; null if a hook holds the run back
     */
    public Json parked(String step, String reason, @Nullable PermissionMode requiredMode) {
        return outcome("parked")
                .put("step", step)
                .put("reason", reason)
                .put("requiredMode", requiredMode == null ? null : requiredMode.name())
                .json();
    }

    /**
     * Writes the outcome of a run that has completed.
     *
     * @throws UnreadableValueException if the stored text is not JSON
     */
    public Json completed(Json result) {
        return outcome("completed").put("result", valid(result)).json();
    }

    /**
     * Writes the outcome of a run that has failed.
     *
     * @param failure the {@link io.stepgraph.runtime.StepFailure}
     * @throws UnreadableValueException if the stored text is not JSON
     */
    public Json failed(Json failure) {
        return outcome("failed").put("failure", valid(failure)).json();
    }

    /** Writes the outcome of a run that was cancelled. */
    public Json cancelled(String by) {
        return outcome("cancelled").put("by", by).json();
    }

    /** Writes what stands for the outcome of a run that has none yet. */
    public Json queued() {
        return outcome("queued").json();
    }

    private static JsonObject outcome(String kind) {
        return new JsonObject().put("outcome", kind);
    }

    private Json valid(Json stored) {
        try {
            JsonNode tree = codec.tree(stored);
            if (!tree.isMissingNode()) {
                return stored;
            }
        } catch (JacksonException damaged) {
            throw new UnreadableValueException("The stored value is not JSON.", damaged);
        }
        throw new UnreadableValueException("Nothing is stored.", null);
    }
}
