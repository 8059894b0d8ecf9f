package io.stepgraph.runtime.event;

import io.stepgraph.PermissionMode;
import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.Names;
import io.stepgraph.runtime.StepFailure;
import io.stepgraph.runtime.Ticket;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * An event of a run. Where it names who has acted, and that person acted as another one, it says so:
 * {@code ann as bob}. The observers of the engine that executes the run get it at once; the run's log keeps it with the
 * commit that made it durable (V1).
 */
public sealed interface RunEvent {

    /** The run. */
    String runId();

    /**
     * The run was started, or stored in the queue.
     *
     * @param by who started it; null if no name was given
     * @param labels its labels by name; cannot be changed
     * @param caller the run that has called it; null if none has
     */
    record Started(
            String runId,
            @Nullable String by,
            Map<String, String> labels,
            @Nullable String caller) implements RunEvent {

        /** Copies the labels. */
        public Started {
            labels = Collections.unmodifiableMap(new TreeMap<>(labels));
        }

        /** The start of a run that no other run has called. */
        public Started(String runId, @Nullable String by, Map<String, String> labels) {
            this(runId, by, labels, null);
        }

        /** A start without a name and without labels. */
        public Started(String runId) {
            this(runId, null, Map.of());
        }
    }

    /**
     * The run continues after it was parked, delayed or released, or with an answer that {@code Runner.answer} has
     * stored.
     *
     * @param step the step that it enters
     */
    record Resumed(String runId, String step, long visit) implements RunEvent {}

    /**
     * The run continues after its former owner has died or has lost the lease. Events of the interrupted visit that the
     * former owner did not store are void.
     *
     * @param step the step that it enters
     */
    record TakenOver(String runId, String step, long visit) implements RunEvent {}

    /**
     * The run had failed and is tried again.
     *
     * @param step the step that it enters
     * @param by who tries it again; null if no name was given
     */
    record Reopened(
            String runId, String step, long visit, @Nullable String by) implements RunEvent {}

    /**
     * An attempt of a step begins.
     *
     * @param startedAt when it begins, by the clock of its process, to the millisecond; the log keeps the event with
     *     the commit of the visit
     */
    record StepStarted(String runId, String step, long visit, int attempt, Instant startedAt) implements RunEvent {}

    /**
     * A hook has given a step another state or input than the stored one. It is told once for each visit and hook, with
     * the commit of the attempt.
     *
     * @param hook the class of the hook
     */
    record StepModified(String runId, String step, long visit, int attempt, String hook) implements RunEvent {}

    /**
     * A step is done, and its result is stored.
     *
     * @param next where the run goes; null if it ends
     * @param duration how long the attempt took, without its commit, to the millisecond
     */
    record StepFinished(
            String runId,
            String step,
            long visit,
            int attempt,
            @Nullable String next,
            Duration duration) implements RunEvent {}

    /**
     * A step has failed for good, and its failure step takes over, which is stored. The custom events that its last
     * attempt emitted are void: those with the visit and the attempt of the failure.
     *
     * @param failure the failure and the step
     * @param next the failure step
     * @param duration how long the last attempt took, to the millisecond; zero if a hook failed before it
     */
    record StepFailed(String runId, StepFailure<?> failure, String next, Duration duration) implements RunEvent {}

    /**
     * An attempt has failed and another attempt follows; the custom events of the failed attempt are void.
     *
     * @param duration how long the failed attempt took, to the millisecond; zero if a hook failed before it
     * @param delay how long until then
     * @param type the class of the exception
     * @param message its message; empty if it has none
     * @param cause the exception, if this process has just thrown it; otherwise null
     */
    record StepRetrying(
            String runId,
            String step,
            long visit,
            int attempt,
            Duration duration,
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

    /**
     * The run waits for a time (Q1), or at a mailbox for a message (Q5).
     *
     * @param until the end, by the clock of the process that has stored it; null if only a message ends it
     * @param duration how long the attempt took, to the millisecond
     */
    record Waiting(
            String runId, String step, long visit, @Nullable Instant until, Duration duration) implements RunEvent {}

    /**
     * The run has taken a message of a mailbox (Q6).
     *
     * @param mailbox the mailbox
     * @param visit the visit of the mailbox
     * @param id the id of the message
     * @param by the name of who sent it; null if nobody said
     * @param message the message
     */
    record MessageTaken(
            String runId,
            String mailbox,
            long visit,
            String id,
            @Nullable String by,
            @Nullable Object message) implements RunEvent {}

    /**
     * The run has called agents, and waits for them.
     *
     * @param step the call
     * @param size how many agents it has called
     * @param runs the ids of the first ten runs; cannot be changed
     * @param duration how long the attempt took
     */
    record Called(String runId, String step, long visit, int size, List<String> runs, Duration duration)
            implements RunEvent {

        /** Copies the list. */
        public Called {
            runs = List.copyOf(runs);
        }
    }

    /**
     * All agents that the run has called have ended, and the run continues.
     *
     * @param step the call
     * @param completed how many have completed
     * @param failed how many have failed
     * @param cancelled how many were cancelled
     */
    record Joined(String runId, String step, long visit, int completed, int failed, int cancelled)
            implements RunEvent {}

    /** The time for which the run has waited is over, and the run continues. */
    record WaitOver(String runId, String step, long visit) implements RunEvent {}

    /**
     * Labels of the run were changed.
     *
     * @param labels the changed labels by name, with an empty value where a label was removed; cannot be changed
     * @param by who has changed them; empty if no name was given
     */
    record LabelsChanged(String runId, Map<String, String> labels, String by) implements RunEvent {

        /** Copies the labels. */
        public LabelsChanged {
            labels = Collections.unmodifiableMap(new TreeMap<>(labels));
        }
    }

    /**
     * A question is stored and waits for its answer.
     *
     * @param duration how long the interrupt took to ask, to the millisecond
     */
    record QuestionAsked(String runId, Ticket ticket, Object question, Duration duration) implements RunEvent {}

    /** A question was not answered in time. */
    record QuestionExpired(String runId, Ticket ticket) implements RunEvent {}

    /**
     * An answer is stored.
     *
     * @param by the name of the answerer; null if none was given
     * @param roles the roles that the answerer had; {@code stepgraph answer} adds {@code command line}
     */
    record Answered(
            String runId,
            Ticket ticket,
            Object answer,
            @Nullable String by,
            List<String> roles) implements RunEvent {
        /** Copies the list. */
        public Answered {
            roles = List.copyOf(roles);
        }

        /**
         * The event of an answer that an actor gives.
         *
         * @param actor who answers; null if nobody said
         * @return the event
         */
        public static Answered by(Ticket ticket, Object answer, @Nullable Actor actor) {
            return actor == null
                    ? new Answered(ticket.runId(), ticket, answer, null, List.of())
                    : new Answered(
                            ticket.runId(),
                            ticket,
                            answer,
                            Names.inLog(actor),
                            actor.roles().stream().sorted().toList());
        }
    }

    /**
     * Reports that an answer was refused: this build does not take what {@code Runner.answer} has stored, or the step
     * that it led to does not. The ticket is good again, and the run waits with its question. If the step refused it, the
     * custom events of its last attempt are void: those of the visit after the ticket's.
     *
     * @param reason why; names the field, or is the message of the step
     */
    record AnswerRefused(String runId, Ticket ticket, String reason) implements RunEvent {}

    /**
     * The mode of the run was changed.
     *
     * @param by the name of the person or system that changed it; empty if no name was given
     */
    record ModeChanged(String runId, PermissionMode mode, String by) implements RunEvent {}

    /**
     * The run stands in front of a step that it may not execute, or at one with an effect in doubt.
     *
     * @param visit the visit, which continues once the run may go on
     * @param reason the reason at that time, such as which mode was missing, that of the run or that of its runner
     * @param duration how long the attempt took; zero if none was begun
     */
    record Parked(String runId, String step, long visit, String reason, Duration duration) implements RunEvent {}

    /**
     * Somebody has decided about an effect in doubt (E4). Of a run that has ended, this event follows the end (E7).
     *
     * @param step the step of the effect
     * @param visit the visit of the effect
     * @param effect the name of the effect
     * @param item its item or business key; null if it has none
     * @param isPerformed true if the effect was performed
     * @param by the name of the person or system that decided; empty if no name was given
     */
    record EffectResolved(
            String runId,
            String step,
            long visit,
            String effect,
            @Nullable String item,
            boolean isPerformed,
            String by) implements RunEvent {}

    /** The run has ended well. */
    record Completed(String runId, Object result) implements RunEvent {}

    /**
     * The run has failed. The custom events that the last attempt of the failed step emitted are void: those with the
     * visit and the attempt of the failure.
     *
     * @param failure the failure and the step
     * @param duration how long that attempt took, to the millisecond; zero if the run failed without one
     */
    record Failed(String runId, StepFailure<?> failure, Duration duration) implements RunEvent {

        /** The failure of a run in which no step was executed just before. */
        public Failed(String runId, StepFailure<?> failure) {
            this(runId, failure, Duration.ZERO);
        }
    }

    /**
     * The run was cancelled.
     *
     * @param by the name of the person or system that cancelled it; empty if no name was given
     */
    record Cancelled(String runId, String by) implements RunEvent {}

    /**
     * An event of the log that this build cannot give as one of the others: of a kind that a newer build has written,
     * of a step that is gone, or with a value that no longer fits its type; or of a part of the log that is damaged.
     *
     * @param kind the kind in the document; empty if it names none, or is damaged
     * @param document the stored JSON object; for several damaged events, the stored text of all of them
     */
    record Unknown(String runId, String kind, String document) implements RunEvent {}

    /** Reports that nothing has happened for the longest time that a stream was asked to be silent. Not in the log. */
    record Heartbeat(String runId) implements RunEvent {}
}
