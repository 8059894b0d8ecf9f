package io.stepgraph.store;

import io.stepgraph.internal.json.JsonObject;
import io.stepgraph.runtime.StepFailure;
import io.stepgraph.runtime.Ticket;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.graph.Json;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The events of a run as the JSON objects that its log keeps: the only writer of them, for runners, stores and other
 * engines alike. The events of a run do not repeat its id, and the event of its completion not its result.
 */
public final class EventJson {
    private static final String DURATION = "durationMillis";

    private EventJson() {}

    /** Writes an event that holds no value of the user and no failure. */
    public static Json write(RunEvent event) {
        return write(event, null);
    }

    /**
     * Writes an event.
     *
     * @param value its custom event, question, answer, message or failure as JSON, which the caller stores elsewhere
     *     too; null if the event holds none
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
            return of("started")
                    .put("by", e.by())
                    .put("labels", e.labels())
                    .put("caller", e.caller())
                    .json();
        }
        if (event instanceof RunEvent.Called e) {
            return of("called", e.step(), e.visit())
                    .put("size", e.size())
                    .put("runs", JsonTexts.array(e.runs()))
                    .put(DURATION, e.duration())
                    .json();
        }
        if (event instanceof RunEvent.Joined e) {
            return of("joined", e.step(), e.visit())
                    .put("completed", e.completed())
                    .put("failed", e.failed())
                    .put("cancelled", e.cancelled())
                    .json();
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
        if (event instanceof RunEvent.Waiting e) {
            return of("waiting", e.step(), e.visit())
                    .put("until", e.until() == null ? null : e.until().toString())
                    .put(DURATION, e.duration())
                    .json();
        }
        if (event instanceof RunEvent.WaitOver e) {
            return of("wait-over", e.step(), e.visit()).json();
        }
        if (event instanceof RunEvent.MessageTaken e) {
            return of("message-taken", e.mailbox(), e.visit())
                    .put("id", e.id())
                    .put("by", e.by())
                    .put("message", value)
                    .json();
        }
        if (event instanceof RunEvent.LabelsChanged e) {
            return of("labels-changed")
                    .put("labels", e.labels())
                    .put("by", e.by())
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
        if (event instanceof RunEvent.EffectResolved e) {
            return of("effect-resolved", e.step(), e.visit())
                    .put("effect", e.effect())
                    .put("item", e.item())
                    .put("decision", e.isPerformed() ? "performed" : "not-performed")
                    .put("by", e.by())
                    .json();
        }
        if (event instanceof RunEvent.Completed) {
            return of("completed").json();
        }
        if (event instanceof RunEvent.Failed e) {
            return failed(value, e.duration());
        }
        if (event instanceof RunEvent.Cancelled e) {
            return of("cancelled").put("by", e.by()).json();
        }
        throw new IllegalArgumentException("An event of " + event.getClass() + " is not kept in a log.");
    }

    /** Writes a failure, as its event and the stop reason of its run have it. */
    public static Json failure(StepFailure<?> failure) {
        return new JsonObject()
                .put("step", failure.step())
                .put("visit", failure.visit())
                .put("attempt", failure.attempt())
                .put("code", failure.code().name())
                .put("type", failure.type())
                .put("message", failure.message())
                .json();
    }

    /** Writes the event that a run has failed without a step, with a failure as it is stored. */
    static Json failed(Json failure) {
        return failed(failure, Duration.ZERO);
    }

    private static Json failed(@Nullable Json failure, Duration duration) {
        return of("failed").put("failure", failure).put(DURATION, duration).json();
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
}
