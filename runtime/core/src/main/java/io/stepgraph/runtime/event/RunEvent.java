package io.stepgraph.runtime.event;

import io.stepgraph.PermissionMode;
import io.stepgraph.runtime.StepFailure;
import io.stepgraph.runtime.Ticket;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Something that happened to a run: told at once to the listeners of the runner that executes it, and kept in the run's log
 * with the commit that made it durable (V1).
 */
public sealed interface RunEvent {

    /** The run. */
    String runId();

    /** The run was started. */
    record Started(String runId) implements RunEvent {}

    /**
     * The run goes on after it was parked, delayed or given back, or with an answer that {@code
     * Runner.answer} has stored.
     *
     * @param step where it goes on
     */
    record Resumed(String runId, String step, long visit) implements RunEvent {}

    /**
     * The run goes on after the process that executed it has died or has lost its lease. What that one told of the visit at
     * hand and did not store is void.
     *
     * @param step where it goes on
     */
    record TakenOver(String runId, String step, long visit) implements RunEvent {}

    /**
     * The run had failed and is tried again.
     *
     * @param step where it goes on
     */
    record Reopened(String runId, String step, long visit) implements RunEvent {}

    /** An attempt of a step begins. */
    record StepStarted(String runId, String step, long visit, int attempt) implements RunEvent {}

    /**
     * A step is done, and what it did is stored.
     *
     * @param next where the run goes; null if it ends
     */
    record StepFinished(
            String runId,
            String step,
            long visit,
            int attempt,
            @Nullable String next) implements RunEvent {}

    /**
     * A step has failed for good, and its failure step takes over, which is stored. The custom events that its last attempt emitted
     * are void: those with the visit and the attempt of the failure.
     *
     * @param failure what went wrong, and where
     * @param next the failure step
     */
    record StepFailed(String runId, StepFailure failure, String next) implements RunEvent {}

    /**
     * An attempt has failed and another one follows; the custom events of the failed one are void.
     *
     * @param delay how long until then
     * @param type the class of what was thrown
     * @param message what that says; empty if nothing
     * @param cause what was thrown, if it was thrown in this process just now
     */
    record StepRetrying(
            String runId,
            String step,
            long visit,
            int attempt,
            Duration delay,
            String type,
            String message,
            @Nullable Throwable cause)
            implements RunEvent {}

    /**
     * A step emitted a custom event.
     *
     * @param number counted from 1 in each attempt
     * @param event the custom event
     */
    record Custom(String runId, String step, long visit, int attempt, int number, Object event) implements RunEvent {}

    /** A question is stored and waits for its answer. */
    record QuestionAsked(String runId, Ticket ticket, Object question) implements RunEvent {}

    /** A question was not answered in time. */
    record QuestionExpired(String runId, Ticket ticket) implements RunEvent {}

    /**
     * An answer is stored.
     *
     * @param by who gave it; null if that was not said
     */
    record Answered(
            String runId,
            Ticket ticket,
            Object answer,
            @Nullable String by) implements RunEvent {}

    /**
     * An answer that was stored by {@code Runner.answer} is none that this build takes. Nothing was done
     * with it, and its ticket is good again.
     *
     * @param reason why; names the field
     */
    record AnswerRefused(String runId, Ticket ticket, String reason) implements RunEvent {}

    /**
     * The mode of the run was changed.
     *
     * @param by who changed it
     */
    record ModeChanged(String runId, PermissionMode mode, String by) implements RunEvent {}

    /**
     * The run stands in front of a step that it may not execute.
     *
     * @param visit the visit that is not executed yet
     * @param reason why, as it was then: for lack of a mode, whether that of the run or what its runner allowed
     */
    record Parked(String runId, String step, long visit, String reason) implements RunEvent {}

    /** The run has ended well. */
    record Completed(String runId, Object result) implements RunEvent {}

    /**
     * The run has failed. The custom events that the last attempt of the failed step emitted are void: those with the visit and the
     * attempt of the failure.
     *
     * @param failure what went wrong, and where
     */
    record Failed(String runId, StepFailure failure) implements RunEvent {}

    /** The run was cancelled. */
    record Cancelled(String runId, String by) implements RunEvent {}

    /**
     * An event of the log that this build cannot give as one of the others: of a kind that a newer build has written, of a
     * step that is gone, or with a value that no longer fits its type; or of a part of the log that is damaged.
     *
     * @param kind what it calls itself; empty if it does not, or is damaged
     * @param document the JSON object that is stored; of events that cannot be told apart, what is stored of all of them
     */
    record Unknown(String runId, String kind, String document) implements RunEvent {}

    /** Nothing has happened for as long as a stream was asked to be silent at most. Not in the log. */
    record Heartbeat(String runId) implements RunEvent {}
}
