package io.stepgraph.runtime.execute;

import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.Expired;
import io.stepgraph.runtime.StepFailure;
import io.stepgraph.runtime.Ticket;
import io.stepgraph.runtime.UnstorableState;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.store.Json;
import io.stepgraph.runtime.store.RunKey;
import io.stepgraph.runtime.store.Status;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one run tells: to the listeners of this runner at once, and to its durable log with the next commit (V1, V2). Of what
 * a method gives, the commit that follows takes the document and the listeners hear after it.
 */
final class RunLog<N extends Enum<N>> {
    /** What the signals of one commit may take together, unless one value alone may take more. */
    private static final int SIGNAL_BYTES = 16 << 20;

    private final Events events;
    private final RunKey key;
    private final String runId;
    private final GraphValues<N> values;
    private final Watchers watchers;
    private final Time time;
    private final long maxSignalBytes;
    private long token;

    /** What the stream that executes the run hears; null if none does. */
    private @Nullable LiveBuffer own;

    /** What is told and not yet stored; signals come from any thread of a step. */
    private final List<Told> pending = new ArrayList<>();

    // How much of it are signals.
    private long signalBytes;

    RunLog(Events events, RunKey key, GraphValues<N> values, Watchers watchers, Time time, int maxValueBytes) {
        this.events = events;
        this.key = key;
        this.runId = key.id();
        this.values = values;
        this.watchers = watchers;
        this.time = time;
        this.maxSignalBytes = Math.max(SIGNAL_BYTES, maxValueBytes);
    }

    /** What follows is told under this fencing token, for a run that this thread executes. */
    void begins(long owned) {
        token = owned;
        List<LiveBuffer> watching = watchers.of(key);
        if (watching != null) {
            for (LiveBuffer buffer : watching) {
                own = buffer.letsWait(Thread.currentThread()) ? buffer : own;
            }
        }
    }

    /** How long the run has waited for the reader of the stream that executes it, in nanoseconds. */
    long waitedForReader() {
        return own == null ? 0 : own.waited();
    }

    private record Told(Json document, boolean isSignal) {}

    /** All that the next commit is to store. */
    synchronized List<Json> upTo(Json... last) {
        List<Json> all = new ArrayList<>(pending.size() + last.length);
        for (Told told : pending) {
            all.add(told.document);
        }
        all.addAll(List.of(last));
        return all;
    }

    /** What was pending is durable. No attempt is open, which could have added to it. */
    void stored() {
        synchronized (this) {
            pending.clear();
            signalBytes = 0;
        }
        watchers.changed(key);
    }

    /** The signals that are not stored will not be. */
    synchronized void dropSignals() {
        pending.removeIf(told -> told.isSignal);
        signalBytes = 0;
    }

    /**
     * A signal as it is stored.
     *
     * @throws UnstorableState if it cannot be (R12)
     */
    Stored encoded(Object signal) {
        Values signals = values.signals();
        if (signals == null) {
            throw new UnstorableState(
                    ErrorCode.UNSTORABLE_STATE,
                    "signal",
                    "The graph declares no signals: take StepContext<"
                            + signal.getClass().getSimpleName() + "> instead of StepContext<?>.",
                    null);
        }
        // The step may go on to change it, so that whoever hears it hears what was written.
        return signals.copied(signal);
    }

    /**
     * A signal that was taken, in order, and is to be stored.
     *
     * @throws UnstorableState if it is too much with those before it (R12)
     */
    void signal(String step, long visit, int attempt, int number, Json signal) {
        Json document = LogDocument.of("signal")
                .put("step", step)
                .put("visit", visit)
                .put("attempt", attempt)
                .put("number", number)
                .put("signal", signal)
                .json();
        synchronized (this) {
            if (signalBytes > 0 && signalBytes + document.size() > maxSignalBytes) {
                throw new UnstorableState(
                        ErrorCode.VALUE_TOO_LARGE,
                        "signal",
                        "With signal " + number + " of step '" + step + "', those since the last commit take more than "
                                + maxSignalBytes + " bytes as JSON. Emit less, or in several steps.",
                        null);
            }
            signalBytes += document.size();
            pending.add(new Told(document, true));
        }
    }

    /**
     * Lets listeners hear a signal, and streams before it is stored.
     */
    void tellSignal(String step, long visit, int attempt, int number, Stored signal) {
        List<LiveBuffer> watching = watchers.of(key);
        if (events.isHeard || watching != null) {
            RunEvent told = new RunEvent.Signal(runId, step, visit, attempt, number, signal.value());
            tell(told, signal.json().size(), watching);
        }
    }

    private void tell(RunEvent event, int bytes, @Nullable List<LiveBuffer> watching) {
        events.tell(event);
        Moment moment = watching == null ? null : Moment.of(event);
        if (watching != null && moment != null) {
            LiveEvent live = new LiveEvent(token, moment, time.now(), event, bytes);
            watching.forEach(buffer -> buffer.add(live, buffer == own));
        }
    }

    static Json startedDocument() {
        return LogDocument.of("started").json();
    }

    void started() {
        if (events.isHeard) {
            events.tell(new RunEvent.Started(runId));
        }
    }

    static Json resumedDocument(String step, long visit) {
        return LogDocument.of("resumed").put("step", step).put("visit", visit).json();
    }

    /** The run is this runner's, after it was found so. */
    void acquired(Status found, Position<?, N> at) {
        if (events.isHeard) {
            String step = at.step.name;
            events.tell(
                    switch (found) {
                        case RUNNING -> new RunEvent.TakenOver(runId, step, at.visit);
                        case FAILED -> new RunEvent.Reopened(runId, step, at.visit);
                        default -> new RunEvent.Resumed(runId, step, at.visit);
                    });
        }
    }

    void attempt(Position<?, ?> at) {
        Json document =
                LogDocument.of("step-started", at).put("attempt", at.attempt).json();
        synchronized (this) {
            pending.add(new Told(document, false));
        }
        List<LiveBuffer> watching = watchers.of(key);
        if (events.isHeard || watching != null) {
            tell(new RunEvent.StepStarted(runId, at.step.name, at.visit, at.attempt), 0, watching);
        }
    }

    /** Whether an attempt was told that is not stored. */
    synchronized boolean isAttempted() {
        return !pending.isEmpty();
    }

    Json retryingDocument(Position<?, N> at, Duration delay, Throwable cause) {
        return LogDocument.of("step-retrying", at)
                .put("attempt", at.attempt)
                .put("delayMillis", delay.toMillis())
                .put("cause", Failures.type(cause))
                .put("message", Failures.message(cause))
                .json();
    }

    void retrying(Position<?, N> at, Duration delay, Throwable cause) {
        if (events.isHeard) {
            String type = Failures.type(cause);
            String message = Failures.message(cause);
            events.tell(
                    new RunEvent.StepRetrying(runId, at.step.name, at.visit, at.attempt, delay, type, message, cause));
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

    static Json stepFailedDocument(Position<?, ?> at, Json failure, String next) {
        return LogDocument.of("step-failed", at)
                .put("attempt", at.attempt)
                .put("failure", failure)
                .put("next", next)
                .json();
    }

    void stepFailed(StepFailure failure, String next) {
        if (events.isHeard) {
            events.tell(new RunEvent.StepFailed(runId, failure, next));
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
                .put("nonce", ticket.nonce())
                .put("by", by)
                .put("answer", answer)
                .json();
    }

    static Json answerRefusedDocument(Ticket ticket, String reason) {
        return LogDocument.of("answer-refused")
                .put("step", ticket.interrupt())
                .put("visit", ticket.visit())
                .put("nonce", ticket.nonce())
                .put("reason", reason)
                .json();
    }

    void answerRefused(Ticket ticket, String reason) {
        if (events.isHeard) {
            events.tell(new RunEvent.AnswerRefused(runId, ticket, reason));
        }
    }

    static Json expiredDocument(Ticket ticket) {
        return LogDocument.of("expired")
                .put("step", ticket.interrupt())
                .put("visit", ticket.visit())
                .put("nonce", ticket.nonce())
                .json();
    }

    void answered(Ticket ticket, Object answer, @Nullable String by) {
        if (events.isHeard) {
            events.tell(
                    answer instanceof Expired
                            ? new RunEvent.QuestionExpired(runId, ticket)
                            : new RunEvent.Answered(runId, ticket, answer, by));
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
