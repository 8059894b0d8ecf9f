package io.stepgraph.internal.log;

import io.stepgraph.PermissionMode;
import io.stepgraph.internal.codec.GraphCodecs;
import io.stepgraph.internal.codec.ValueCodec;
import io.stepgraph.internal.json.Canonical;
import io.stepgraph.internal.json.UnreadableValueException;
import io.stepgraph.internal.step.StepPlan;
import io.stepgraph.runtime.StepFailure;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.event.RunRef;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.store.EventJson;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads the events of one graph with its types, as {@link EventJson} has written them: {@link #known} lists the kinds
 * in the same order.
 */
public final class EventCodec<N extends Enum<N>> {
    private static final String DURATION = "durationMillis";

    private final GraphCodecs<N> codecs;

    public EventCodec(GraphCodecs<N> codecs) {
        this.codecs = codecs;
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
        List<EventFields> all = EventFields.split(run, documents, count);
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
        return read(new EventFields(run, Canonical.tree(document)), result);
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
        Json document = Canonical.unsorted(stored.document());
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
            case "started" -> new RunEvent.Started(id, e.optional("by"), e.texts("labels"), e.optional("caller"));
            case "called" ->
                new RunEvent.Called(id, e.step(), e.visit(), e.count("size"), e.list("runs"), e.millis(DURATION));
            case "joined" ->
                new RunEvent.Joined(
                        id, e.step(), e.visit(), e.count("completed"), e.count("failed"), e.count("cancelled"));
            case "resumed" -> new RunEvent.Resumed(id, e.step(), e.visit());
            case "taken-over" -> new RunEvent.TakenOver(id, e.step(), e.visit());
            case "reopened" -> new RunEvent.Reopened(id, e.step(), e.visit(), e.optional("by"));
            case "question-asked" ->
                new RunEvent.QuestionAsked(
                        id, e.ticket(), codecs.question(interrupt(e)).read(json(e, "question")), e.millis(DURATION));
            case "waiting" ->
                new RunEvent.Waiting(id, e.step(), e.visit(), e.instantOrNull("until"), e.millis(DURATION));
            case "wait-over" -> new RunEvent.WaitOver(id, e.step(), e.visit());
            case "message-taken" ->
                new RunEvent.MessageTaken(
                        id,
                        e.step(),
                        e.visit(),
                        e.text("id"),
                        e.optional("by"),
                        codecs.answers(interrupt(e)).readStored(json(e, "message")));
            case "labels-changed" -> new RunEvent.LabelsChanged(id, e.texts("labels"), e.text("by"));
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
        if (step == null || (!step.isInterrupt && !step.isMailbox)) {
            throw new UnreadableValueException("There is no such interrupt in this build.", null);
        }
        return step;
    }

    private Json json(EventFields e, String name) {
        return Canonical.unsorted(e.part(name));
    }
}
