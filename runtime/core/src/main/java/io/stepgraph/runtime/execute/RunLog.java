package io.stepgraph.runtime.execute;

import io.stepgraph.runtime.Expired;
import io.stepgraph.runtime.StepFailure;
import io.stepgraph.runtime.Ticket;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.store.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one run tells: to the listeners of this runner at once, and to its durable log with the next commit (V1, V2). Of what
 * a method gives, the commit that follows takes the document and the listeners hear after it.
 */
final class RunLog<N extends Enum<N>> {
    final Events events;
    private final String runId;

    /** What is told and not yet stored. */
    private final List<Json> pending = new ArrayList<>();

    RunLog(Events events, String runId) {
        this.events = events;
        this.runId = runId;
    }

    /** All that the next commit is to store. */
    List<Json> upTo(Json... last) {
        List<Json> all = new ArrayList<>(pending);
        all.addAll(List.of(last));
        return all;
    }

    /** What was pending is durable. */
    void stored() {
        pending.clear();
    }

    static Json startedDocument() {
        return LogDocument.of("started").json();
    }

    void started() {
        if (events.isHeard) {
            events.tell(new RunEvent.Started(runId));
        }
    }

    void resumed(Position<?, N> at) {
        if (events.isHeard) {
            events.tell(new RunEvent.Resumed(runId, at.step.name, at.visit));
        }
    }

    void attempt(Position<?, N> at) {
        pending.add(
                LogDocument.of("step-started", at).put("attempt", at.attempt).json());
        if (events.isHeard) {
            events.tell(new RunEvent.StepStarted(runId, at.step.name, at.visit, at.attempt));
        }
    }

    Json retryingDocument(Position<?, N> at, Duration delay, Throwable cause) {
        return LogDocument.of("step-retrying", at)
                .put("attempt", at.attempt)
                .put("delayMillis", delay.toMillis())
                .put("cause", cause.getClass().getName())
                .put("message", cause.getMessage())
                .json();
    }

    void retrying(Position<?, N> at, Duration delay, Throwable cause) {
        if (events.isHeard) {
            events.tell(new RunEvent.StepRetrying(runId, at.step.name, at.visit, at.attempt, delay, cause));
        }
    }

    Json finishedDocument(Position<?, N> at, @Nullable String next) {
        return LogDocument.of("step-finished", at)
                .put("attempt", at.attempt)
                .put("next", next)
                .json();
    }

    void finished(Position<?, N> at, @Nullable String next) {
        if (events.isHeard) {
            events.tell(new RunEvent.StepFinished(runId, at.step.name, at.visit, at.attempt, next));
        }
    }

    Json askedDocument(Position<?, N> at, String nonce, Json question) {
        return LogDocument.of("interrupted", at)
                .put("nonce", nonce)
                .put("question", question)
                .json();
    }

    void asked(Ticket ticket, Object question) {
        if (events.isHeard) {
            events.tell(new RunEvent.Interrupted(runId, ticket, question));
        }
    }

    static Json answeredDocument(Ticket ticket, Json answer, @Nullable String by) {
        return LogDocument.of("answered")
                .put("step", ticket.interrupt())
                .put("visit", ticket.visit())
                .put("by", by)
                .put("answer", answer)
                .json();
    }

    static Json expiredDocument(Ticket ticket) {
        return LogDocument.of("expired")
                .put("step", ticket.interrupt())
                .put("visit", ticket.visit())
                .json();
    }

    void answered(Ticket ticket, Object answer) {
        if (events.isHeard) {
            events.tell(
                    answer instanceof Expired
                            ? new RunEvent.QuestionExpired(runId, ticket)
                            : new RunEvent.Answered(runId, ticket, answer));
        }
    }

    Json parkedDocument(Position<?, N> at, String reason) {
        return LogDocument.of("parked", at).put("reason", reason).json();
    }

    void parked(Position<?, N> at, String reason) {
        if (events.isHeard) {
            events.tell(new RunEvent.Parked(runId, at.step.name, reason));
        }
    }

    /** Its result is not told twice: it is what the run keeps. */
    static Json completedDocument() {
        return LogDocument.of("completed").json();
    }

    void completed(Position<?, N> at, Object result) {
        if (events.isHeard) {
            events.tell(new RunEvent.StepFinished(runId, at.step.name, at.visit, at.attempt, null));
            events.tell(new RunEvent.Completed(runId, result));
        }
    }

    static Json failedDocument(Json failure) {
        return LogDocument.of("failed").put("failure", failure).json();
    }

    void failed(StepFailure failure) {
        if (events.isHeard) {
            events.tell(new RunEvent.Failed(runId, failure));
        }
    }

    void cancelled(String by) {
        if (events.isHeard) {
            events.tell(new RunEvent.Cancelled(runId, by));
        }
    }
}
