package io.stepgraph.runtime.execute;

import io.stepgraph.PermissionMode;
import io.stepgraph.runtime.CorruptCheckpoint;
import io.stepgraph.runtime.StepFailure;
import io.stepgraph.runtime.Ticket;
import io.stepgraph.runtime.event.EventCursor;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.event.StreamedEvent;
import io.stepgraph.runtime.json.UnreadableValue;
import io.stepgraph.runtime.store.EventLog;
import io.stepgraph.runtime.store.Json;
import io.stepgraph.runtime.store.Rest;
import io.stepgraph.runtime.store.RunKey;
import io.stepgraph.runtime.store.RunRecord;
import io.stepgraph.runtime.store.Store;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * Reads what {@link RunLog} wrote, with the types of the graph. What this build cannot read is given as it is stored, and so
 * is what nobody can, since it is damaged: a log must not end for a reader because of one event in it.
 */
final class LogReader<N extends Enum<N>> {
    private final GraphPlan<N> plan;
    private final GraphValues<N> values;
    private final Store store;

    LogReader(GraphPlan<N> plan, GraphValues<N> values, Store store) {
        this.plan = plan;
        this.values = values;
        this.store = store;
    }

    /**
     * The events of a part of a log that follow one that is known.
     *
     * @param output the result of the run, if it is gone; else it is looked for
     * @throws CorruptCheckpoint if the numbers of the events are damaged, so that some may be missing (V1)
     */
    List<StreamedEvent> read(RunKey key, EventLog log, long after, @Nullable Json output) {
        List<StreamedEvent> events = new ArrayList<>();
        long reached = after;
        for (EventLog.Batch batch : log.batches()) {
            if (batch.count() < 1 || batch.first() < 1 || batch.first() > reached + 1 || batch.last() < batch.first()) {
                throw new CorruptCheckpoint("The log of run '" + key + "' is damaged after event " + reached
                        + ": what follows ends with number " + batch.last() + " and holds " + batch.count()
                        + " events. It was left as it is; restore the database from a backup.");
            }
            reached = Math.max(reached, batch.last());
            JsonNode documents = documents(batch);
            String damaged = documents == null ? batch.events().text() : "";
            for (int i = 0; i < batch.count(); i++) {
                long number = batch.first() + i;
                if (number > after) {
                    RunEvent event = documents == null
                            ? new RunEvent.Unknown(key.id(), "", damaged)
                            : event(key, log.incarnation(), documents.get(i), output);
                    events.add(new StreamedEvent(new EventCursor(log.incarnation(), number), batch.at(), event));
                }
            }
        }
        return events;
    }

    /** The events of one write; null if they cannot be told apart. */
    private @Nullable JsonNode documents(EventLog.Batch batch) {
        try {
            JsonNode documents = values.tree(batch.events());
            return documents.isArray() && documents.size() == batch.count() ? documents : null;
        } catch (JacksonException damaged) {
            return null;
        }
    }

    private RunEvent event(RunKey key, long incarnation, JsonNode document, @Nullable Json output) {
        StoredEvent stored = new StoredEvent(document);
        try {
            RunEvent known = known(key, incarnation, stored, output);
            if (known != null) {
                return known;
            }
        } catch (UnreadableValue | IllegalArgumentException unfit) {
            // Given as it is stored, like a kind that is not known.
        }
        return new RunEvent.Unknown(
                key.id(), stored.kind(), values.document(document).text());
    }

    /** Null if it is of no known kind. */
    private @Nullable RunEvent known(RunKey key, long incarnation, StoredEvent stored, @Nullable Json output) {
        String id = key.id();
        return switch (stored.kind()) {
            case "started" -> new RunEvent.Started(id);
            case "resumed" -> new RunEvent.Resumed(id, stored.text("step"), stored.number("visit"));
            case "taken-over" -> new RunEvent.TakenOver(id, stored.text("step"), stored.number("visit"));
            case "reopened" -> new RunEvent.Reopened(id, stored.text("step"), stored.number("visit"));
            case "step-started" ->
                new RunEvent.StepStarted(id, stored.text("step"), stored.number("visit"), stored.count("attempt"));
            case "step-finished" ->
                new RunEvent.StepFinished(
                        id,
                        stored.text("step"),
                        stored.number("visit"),
                        stored.count("attempt"),
                        stored.optional("next"));
            case "step-failed" ->
                new RunEvent.StepFailed(
                        id, (StepFailure) values.failure().read(value(stored, "failure")), stored.text("next"));
            case "step-retrying" -> retrying(id, stored);
            case "signal" -> signal(id, stored);
            case "interrupted" ->
                new RunEvent.Interrupted(
                        id,
                        ticket(key, incarnation, stored),
                        values.question(interrupt(stored)).read(value(stored, "question")));
            case "answered" ->
                new RunEvent.Answered(
                        id,
                        ticket(key, incarnation, stored),
                        values.answers(interrupt(stored)).readStored(value(stored, "answer")),
                        stored.optional("by"));
            case "answer-refused" ->
                new RunEvent.AnswerRefused(id, ticket(key, incarnation, stored), stored.text("reason"));
            case "expired" -> new RunEvent.QuestionExpired(id, ticket(key, incarnation, stored));
            case "parked" -> new RunEvent.Parked(id, stored.text("step"), stored.text("reason"));
            case "mode-changed" -> modeChanged(id, stored);
            case "completed" ->
                new RunEvent.Completed(
                        id,
                        output == null
                                ? result(key, incarnation)
                                : values.output().read(output));
            case "failed" ->
                new RunEvent.Failed(id, (StepFailure) values.failure().read(value(stored, "failure")));
            case "cancelled" -> new RunEvent.Cancelled(id, stored.text("by"));
            default -> null;
        };
    }

    private static RunEvent retrying(String id, StoredEvent stored) {
        String message = stored.optional("message");
        return new RunEvent.StepRetrying(
                id,
                stored.text("step"),
                stored.number("visit"),
                stored.count("attempt"),
                Duration.ofMillis(stored.number("delayMillis")),
                stored.text("cause"),
                message == null ? "" : message,
                null);
    }

    private RunEvent signal(String id, StoredEvent stored) {
        Values signals = values.signals();
        if (signals == null) {
            throw new UnreadableValue("The graph declares no signals.", null);
        }
        return new RunEvent.Signal(
                id,
                stored.text("step"),
                stored.number("visit"),
                stored.count("attempt"),
                stored.count("number"),
                signals.read(value(stored, "signal")));
    }

    private static @Nullable RunEvent modeChanged(String id, StoredEvent stored) {
        String name = stored.text("mode");
        for (PermissionMode mode : PermissionMode.values()) {
            if (mode.name().equals(name)) {
                return new RunEvent.ModeChanged(id, mode, stored.text("by"));
            }
        }
        return null;
    }

    private static Ticket ticket(RunKey key, long incarnation, StoredEvent stored) {
        return new Ticket(
                key.scope(), key.id(), incarnation, stored.number("visit"), stored.text("step"), stored.text("nonce"));
    }

    private StepPlan<N> interrupt(StoredEvent stored) {
        StepPlan<N> step = plan.find(stored.text("step"));
        if (step == null || !step.isInterrupt) {
            throw new UnreadableValue("There is no such interrupt in this build.", null);
        }
        return step;
    }

    /** The log does not repeat it: it is what the run keeps. */
    private Object result(RunKey key, long incarnation) {
        RunRecord run = store.find(key);
        if (run == null || run.incarnation() != incarnation) {
            throw key.notFound();
        }
        if (run.rest() instanceof Rest.Succeeded succeeded) {
            return values.output().read(succeeded.output());
        }
        throw new UnreadableValue("The run has no result.", null);
    }

    private Json value(StoredEvent stored, String name) {
        return values.document(stored.part(name));
    }
}
