package io.stepgraph.runtime.execute;

import io.stepgraph.runtime.StepFailure;
import io.stepgraph.runtime.Ticket;
import io.stepgraph.runtime.event.RunEvent;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What one run tells. An event is made only if somebody listens. */
final class RunEvents<N extends Enum<N>> {
    final Events events;
    private final String runId;

    RunEvents(Events events, String runId) {
        this.events = events;
        this.runId = runId;
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
        if (events.isHeard) {
            events.tell(new RunEvent.StepStarted(runId, at.step.name, at.visit, at.attempt));
        }
    }

    void retrying(Position<?, N> at, Duration delay, Throwable cause) {
        if (events.isHeard) {
            events.tell(new RunEvent.StepRetrying(runId, at.step.name, at.visit, at.attempt, delay, cause));
        }
    }

    void finished(Position<?, N> at, @Nullable String next) {
        if (events.isHeard) {
            events.tell(new RunEvent.StepFinished(runId, at.step.name, at.visit, at.attempt, next));
        }
    }

    void asked(Position<?, N> at, Ticket ticket, Object question) {
        if (events.isHeard) {
            events.tell(new RunEvent.Interrupted(runId, ticket, question));
        }
    }

    void answered(Ticket ticket, Object answer) {
        if (events.isHeard) {
            events.tell(new RunEvent.Answered(runId, ticket, answer));
        }
    }

    void parked(Position<?, N> at, String reason) {
        if (events.isHeard) {
            events.tell(new RunEvent.Parked(runId, at.step.name, reason));
        }
    }

    void completed(Position<?, N> at, Object result) {
        if (events.isHeard) {
            events.tell(new RunEvent.StepFinished(runId, at.step.name, at.visit, at.attempt, null));
            events.tell(new RunEvent.Completed(runId, result));
        }
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
