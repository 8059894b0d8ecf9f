package io.stepgraph.internal.log;

import io.stepgraph.PermissionMode;
import io.stepgraph.internal.json.Canonical;
import io.stepgraph.internal.json.JsonObject;
import io.stepgraph.internal.json.UnreadableValueException;
import io.stepgraph.runtime.Ticket;
import io.stepgraph.runtime.event.EventCursor;
import io.stepgraph.runtime.event.RunRef;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.store.CallProgress;
import io.stepgraph.store.CallStore;
import io.stepgraph.store.StopReason;
import io.stepgraph.store.StoredRun;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * Writes the events, the question and the outcome of a run as JSON, for readers that do not have the classes of its
 * agent. Each document is complete in itself. Values of the agent appear as they are stored.
 */
public final class RunJson {
    /** The number of runs of a list that an outcome names. */
    private static final int SHOWN = 100;

    private RunJson() {}

    /**
     * Writes the events of one commit: cursor, time and run, then the fields that are stored of the event. The id of
     * the ticket takes the place of its secret part, and the completion of the run gets the result, if it can be read.
     *
     * @param first the number of the first event
     * @param count how many events the commit holds
     * @param at when they were stored
     * @param documents a JSON array of events; a damaged array becomes one event {@code unknown}
     * @param result gives the result of the run; null if the run has none
     */
    public static List<Json> events(
            RunRef run, long first, int count, Instant at, Json documents, Supplier<@Nullable Json> result) {
        List<EventFields> all = EventFields.split(run, documents, count);
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

    private static void putFields(JsonObject event, EventFields stored, Supplier<@Nullable Json> result) {
        String ticket = ticket(stored);
        for (Map.Entry<String, JsonNode> field : stored.document().properties()) {
            if (ticket != null && field.getKey().equals("nonce")) {
                event.put("ticket", ticket);
            } else {
                event.put(field.getKey(), Canonical.unsorted(field.getValue()));
            }
        }
        if (stored.kind().equals("completed")) {
            event.put("result", validOrNull(result.get()));
        }
    }

    private static @Nullable Json validOrNull(@Nullable Json stored) {
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
     * Writes the question that a run waits with.
     *
     * @return null if the run does not wait for an answer
     * @throws UnreadableValueException if the stored text is not JSON
     * @throws IllegalArgumentException if no ticket can hold the stored texts
     */
    public static @Nullable Json question(StoredRun run) {
        return run.stopReason() instanceof StopReason.QuestionAsked asked
                ? putQuestion(new JsonObject(), run, asked).json()
                : null;
    }

    /**
     * Writes how a run has paused or ended, or that it has not.
     *
     * @param calls tells of the agents that it has called
     * @throws UnreadableValueException if a stored text is not JSON
     * @throws IllegalArgumentException if no ticket can hold the stored texts
     */
    public static Json outcome(StoredRun run, Supplier<CallStore> calls) {
        StopReason why = run.stopReason();
        if (why instanceof StopReason.Called called) {
            return calls.get().isResting(run.runNumber())
                    ? called(run, called, calls)
                    : outcome("queued").json();
        }
        if (why instanceof StopReason.QuestionAsked asked) {
            return putQuestion(outcome("asked"), run, asked).json();
        }
        if (why instanceof StopReason.Waits) {
            return outcome("waiting")
                    .put("step", run.checkpoint().step())
                    .put("until", String.valueOf(run.dueAt()))
                    .json();
        }
        if (why instanceof StopReason.Listens) {
            return outcome("listening")
                    .put("step", run.checkpoint().step())
                    .put("until", run.dueAt() == null ? null : run.dueAt().toString())
                    .json();
        }
        if (why instanceof StopReason.Parked parked) {
            PermissionMode required = parked.required();
            return outcome("parked")
                    .put("step", run.checkpoint().step())
                    .put("reason", parked.reason())
                    .put("requiredMode", required == null ? null : required.name())
                    .json();
        }
        if (why instanceof StopReason.Completed completed) {
            return outcome("completed").put("result", valid(completed.output())).json();
        }
        if (why instanceof StopReason.Failed failed) {
            return outcome("failed").put("failure", valid(failed.failure())).json();
        }
        return why instanceof StopReason.Cancelled cancelled
                ? outcome("cancelled").put("by", cancelled.by()).json()
                : outcome("queued").json();
    }

    /** Of a list, the first that wait or have failed; the classes of the agents tell where it is one. */
    private static Json called(StoredRun run, StopReason.Called called, Supplier<CallStore> calls) {
        boolean isList = called.size() != called.agents().size();
        CallProgress progress = calls.get()
                .progress(run.runNumber(), run.checkpoint().visit(), !isList, isList ? SHOWN : called.size());
        String children = progress.children().stream()
                .map(child -> new JsonObject()
                        .put("place", Objects.requireNonNull(child.calledBy()).place())
                        .put("run", child.key().id())
                        .put("outcome", outcome(child, calls))
                        .json()
                        .text())
                .collect(Collectors.joining(",", "[", "]"));
        return outcome("called")
                .put("step", run.checkpoint().step())
                .put("size", progress.size())
                .put("ended", progress.ended())
                .put("children", Json.of(children))
                .json();
    }

    private static JsonObject outcome(String kind) {
        return new JsonObject().put("outcome", kind);
    }

    private static JsonObject putQuestion(JsonObject object, StoredRun run, StopReason.QuestionAsked asked) {
        Ticket ticket = run.ticket(asked.nonce());
        return object.put("ticket", ticket.id())
                .put("step", ticket.interrupt())
                .put("visit", ticket.visit())
                .put("question", valid(asked.question()))
                .put("answerSchema", valid(asked.answerSchema()))
                .put("expiresAt", run.dueAt() == null ? null : run.dueAt().toString());
    }

    private static Json valid(Json stored) {
        try {
            JsonNode tree = Canonical.tree(stored);
            if (!tree.isMissingNode()) {
                return stored;
            }
        } catch (JacksonException damaged) {
            throw new UnreadableValueException("The stored value is not JSON.", damaged);
        }
        throw new UnreadableValueException("Nothing is stored.", null);
    }
}
