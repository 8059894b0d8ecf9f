package io.stepgraph.runtime.event;

import io.stepgraph.runtime.StepFailure;
import io.stepgraph.runtime.Ticket;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Something that happened to a run, told at once to the listeners of the runner that executes it. */
public sealed interface RunEvent {

    /** The run. */
    String runId();

    /** The run was started. */
    record Started(String runId) implements RunEvent {}

    /**
     * The run goes on in this process, after a stop, a restart or a crash.
     *
     * @param step where it goes on
     */
    record Resumed(String runId, String step, long visit) implements RunEvent {}

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
     * An attempt has failed and another one follows; the signals of the failed one are void.
     *
     * @param delay how long until then
     * @param cause what was thrown
     */
    record StepRetrying(String runId, String step, long visit, int attempt, Duration delay, Throwable cause)
            implements RunEvent {}

    /**
     * A step emitted a signal.
     *
     * @param number counted from 1 in each attempt
     * @param signal the signal
     */
    record Signal(String runId, String step, long visit, int attempt, int number, Object signal) implements RunEvent {}

    /** A question is stored and waits for its answer. */
    record Interrupted(String runId, Ticket ticket, Object question) implements RunEvent {}

    /** A question was not answered in time. */
    record QuestionExpired(String runId, Ticket ticket) implements RunEvent {}

    /** An answer is stored. */
    record Answered(String runId, Ticket ticket, Object answer) implements RunEvent {}

    /** The run stands in front of a step that it may not execute. */
    record Parked(String runId, String step, String reason) implements RunEvent {}

    /** The run has ended well. */
    record Completed(String runId, Object result) implements RunEvent {}

    /** The run has failed. */
    record Failed(String runId, StepFailure failure) implements RunEvent {}

    /** The run was cancelled. */
    record Cancelled(String runId, String by) implements RunEvent {}
}
