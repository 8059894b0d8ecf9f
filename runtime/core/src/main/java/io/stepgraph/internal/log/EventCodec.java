package io.stepgraph.internal.log;

import io.stepgraph.PermissionMode;
import io.stepgraph.internal.codec.GraphCodecs;
import io.stepgraph.internal.codec.ValueCodec;
import io.stepgraph.internal.json.JsonObject;
import io.stepgraph.internal.json.UnreadableValueException;
import io.stepgraph.internal.step.StepPlan;
import io.stepgraph.runtime.StepFailure;
import io.stepgraph.runtime.Ticket;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.event.RunRef;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.store.JsonTexts;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Writes events as JSON objects, and reads those of one graph back with its types. {@link #write} and {@link #known}
 * list the kinds in the same order, except that the store itself writes a decision about an effect. The events of a run
 * do not repeat its id, and the event of its completion not its result.
 */
public final class EventCodec<N extends Enum<N>> {
    private static final String DURATION = "durationMillis";

    private final GraphCodecs<N> codecs;

    public EventCodec(GraphCodecs<N> codecs) {
        this.codecs = codecs;
    }

    /** Writes an event that holds no value of the user and no failure. */
    public static Json write(RunEvent event) {
        return write(event, null);
    }

    /**
     * Writes an event.
     *
     * @param value its custom event, question, answer or failure as JSON, which the caller stores elsewhere too; null if the
     *     event holds none
     */
    public static Json write(RunEvent event, @Nullable Json value) {
        if (event instanceof RunEvent.StepStarted e) {
            return of("step-started", e.step(), e.visit(), e.attempt())
                    .put("startedAt", e.startedAt().toString())
                    .json();
        }
        if (event instanceof RunEvent.StepFinished e) {
            return of("step-finished", e.step(), e.visit(), e.attempt())
                    .put("next", e.next())
                    .put(DURATION, e.duration())
                    .json();
        }
        if (event instanceof RunEvent.Custom e) {
            return of("custom", e.step(), e.visit(), e.attempt())
                    .put("number", e.number())
                    .put("custom", value)
                    .json();
        }
        if (event instanceof RunEvent.StepModified e) {
            return of("step-modified", e.step(), e.visit(), e.attempt())
                    .put("hook", e.hook())
                    .json();
        }
        if (event instanceof RunEvent.StepRetrying e) {
            return of("step-retrying", e.step(), e.visit(), e.attempt())
                    .put(DURATION, e.duration())
                    .put("delayMillis", e.delay())
                    .put("cause", e.type())
                    .put("message", e.message())
                    .json();
        }
        if (event instanceof RunEvent.StepFailed e) {
            StepFailure<?> failure = e.failure();
            return of("step-failed", failure.step(), failure.visit(), failure.attempt())
                    .put("failure", value)
                    .put("next", e.next())
                    .put(DURATION, e.duration())
                    .json();
        }
        if (event instanceof RunEvent.Started e) {
            return of("started").put("by", e.by()).put("labels", e.labels()).json();
        }
        if (event instanceof RunEvent.Resumed e) {
            return of("resumed", e.step(), e.visit()).json();
        }
        if (event instanceof RunEvent.TakenOver e) {
            return of("taken-over", e.step(), e.visit()).json();
        }
        if (event instanceof RunEvent.Reopened e) {
            return of("reopened", e.step(), e.visit()).put("by", e.by()).json();
        }
        if (event instanceof RunEvent.QuestionAsked e) {
            return of("question-asked", e.ticket())
                    .put("question", value)
                    .put(DURATION, e.duration())
                    .json();
        }
        if (event instanceof RunEvent.Answered e) {
            return of("answered", e.ticket())
                    .put("by", e.by())
                    .put("roles", e.roles().isEmpty() ? null : JsonTexts.array(e.roles()))
                    .put("answer", value)
                    .json();
        }
        if (event instanceof RunEvent.AnswerRefused e) {
            return of("answer-refused", e.ticket()).put("reason", e.reason()).json();
        }
        if (event instanceof RunEvent.QuestionExpired e) {
            return of("expired", e.ticket()).json();
        }
        if (event instanceof RunEvent.ModeChanged e) {
            return of("mode-changed")
                    .put("mode", e.mode().name())
                    .put("by", e.by())
                    .json();
        }
        if (event instanceof RunEvent.Parked e) {
            return of("parked", e.step(), e.visit())
                    .put("reason", e.reason())
                    .put(DURATION, e.duration())
                    .json();
        }
        if (event instanceof RunEvent.Completed) {
            return of("completed").json();
        }
        if (event instanceof RunEvent.Failed e) {
            return of("failed")
                    .put("failure", value)
                    .put(DURATION, e.duration())
                    .json();
        }
        if (event instanceof RunEvent.Cancelled e) {
            return of("cancelled").put("by", e.by()).json();
        }
        throw new IllegalArgumentException("An event of " + event.getClass() + " is not written here.");
    }

    private static JsonObject of(String kind) {
        return new JsonObject().put("event", kind);
    }

    private static JsonObject of(String kind, String step, long visit) {
        return of(kind).put("step", step).put("visit", visit);
    }

    private static JsonObject of(String kind, String step, long visit, int attempt) {
        return of(kind, step, visit).put("attempt", attempt);
    }

    private static JsonObject of(String kind, Ticket ticket) {
        return of(kind, ticket.interrupt(), ticket.visit()).put("nonce", ticket.nonce());
    }

    /**
     * Reads the events of one write. An event that this build cannot read, or that is damaged, becomes {@link
     * RunEvent.Unknown}: one event must not end the log for its readers.
     *
     * @param documents a JSON array of events
     * @param count how many events the array holds
     * @param result gives the result of the run; null if the run has none
     */
    public List<RunEvent> read(RunRef run, Json documents, int count, Supplier<@Nullable Json> result) {
        List<EventFields> all = EventFields.split(run, documents, count, codecs::tree);
        if (all == null) {
            return Collections.nCopies(count, new RunEvent.Unknown(run.id(), "", documents.text()));
        }
        List<RunEvent> events = new ArrayList<>(count);
        for (EventFields stored : all) {
            events.add(read(stored, result));
        }
        return events;
    }

    /**
     * Reads an event.
     *
     * @param result gives the result of the run; null if the run has none
     */
    public RunEvent read(RunRef run, Json document, Supplier<@Nullable Json> result) {
        return read(new EventFields(run, codecs.tree(document)), result);
    }

    private RunEvent read(EventFields stored, Supplier<@Nullable Json> result) {
        RunEvent known = null;
        try {
            known = known(stored.run().id(), stored, result);
        } catch (UnreadableValueException | IllegalArgumentException | DateTimeException unfit) {
            // It is returned as stored, like an event of an unknown kind.
        }
        if (known != null) {
            return known;
        }
        Json document = codecs.document(stored.document());
        return new RunEvent.Unknown(stored.run().id(), stored.kind(), document.text());
    }

    /** Null if the kind is not known. */
    private @Nullable RunEvent known(String id, EventFields e, Supplier<@Nullable Json> result) {
        return switch (e.kind()) {
            case "step-started" ->
                new RunEvent.StepStarted(id, e.step(), e.visit(), e.attempt(), Instant.parse(e.text("startedAt")));
            case "step-finished" ->
                new RunEvent.StepFinished(id, e.step(), e.visit(), e.attempt(), e.optional("next"), e.millis(DURATION));
            case "custom" ->
                new RunEvent.Custom(id, e.step(), e.visit(), e.attempt(), e.count("number"), customEvent(e));
            case "step-modified" -> new RunEvent.StepModified(id, e.step(), e.visit(), e.attempt(), e.text("hook"));
            case "step-retrying" ->
                new RunEvent.StepRetrying(
                        id,
                        e.step(),
                        e.visit(),
                        e.attempt(),
                        e.millis(DURATION),
                        e.millis("delayMillis"),
                        e.text("cause"),
                        e.text("message"),
                        null);
            case "step-failed" -> new RunEvent.StepFailed(id, failure(e), e.text("next"), e.millis(DURATION));
            case "started" -> new RunEvent.Started(id, e.optional("by"), e.texts("labels"));
            case "resumed" -> new RunEvent.Resumed(id, e.step(), e.visit());
            case "taken-over" -> new RunEvent.TakenOver(id, e.step(), e.visit());
            case "reopened" -> new RunEvent.Reopened(id, e.step(), e.visit(), e.optional("by"));
            case "question-asked" ->
                new RunEvent.QuestionAsked(
                        id, e.ticket(), codecs.question(interrupt(e)).read(json(e, "question")), e.millis(DURATION));
            case "answered" ->
                new RunEvent.Answered(
                        id,
                        e.ticket(),
                        codecs.answers(interrupt(e)).readStored(json(e, "answer")),
                        e.optional("by"),
                        e.list("roles"));
            case "answer-refused" -> new RunEvent.AnswerRefused(id, e.ticket(), e.text("reason"));
            case "expired" -> new RunEvent.QuestionExpired(id, e.ticket());
            case "mode-changed" -> new RunEvent.ModeChanged(id, PermissionMode.valueOf(e.text("mode")), e.text("by"));
            case "parked" -> new RunEvent.Parked(id, e.step(), e.visit(), e.text("reason"), e.millis(DURATION));
            case "effect-resolved" ->
                new RunEvent.EffectResolved(
                        id,
                        e.step(),
                        e.visit(),
                        e.text("effect"),
                        e.optional("item"),
                        e.text("decision").equals("performed"),
                        e.text("by"));
            case "completed" -> new RunEvent.Completed(id, completed(result.get()));
            case "failed" -> new RunEvent.Failed(id, failure(e), e.millis(DURATION));
            case "cancelled" -> new RunEvent.Cancelled(id, e.text("by"));
            default -> null;
        };
    }

    private Object customEvent(EventFields e) {
        ValueCodec customEvents = codecs.customEvents();
        if (customEvents == null) {
            throw new UnreadableValueException("The graph declares no custom events.", null);
        }
        return customEvents.read(json(e, "custom"));
    }

    private StepFailure<?> failure(EventFields e) {
        return (StepFailure<?>) codecs.failure().read(json(e, "failure"));
    }

    private Object completed(@Nullable Json result) {
        if (result == null) {
            throw new UnreadableValueException("The run has no result.", null);
        }
        return codecs.output().read(result);
    }

    private StepPlan<N> interrupt(EventFields e) {
        StepPlan<N> step = codecs.plan.find(e.step());
        if (step == null || !step.isInterrupt) {
            throw new UnreadableValueException("There is no such interrupt in this build.", null);
        }
        return step;
    }

    private Json json(EventFields e, String name) {
        return codecs.document(e.part(name));
    }
}
