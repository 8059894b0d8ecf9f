package io.stepgraph.temporal.workflow;

import io.stepgraph.PermissionMode;
import io.stepgraph.runtime.event.RunRef;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.runtime.graph.StepEntry;
import io.stepgraph.store.EffectRecord;
import io.stepgraph.store.StopReason;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A run as its workflow knows it: the argument of its start, what it continues as new with, and what stays after its
 * end.
 *
 * @param start the start of the run
 * @param mode its mode
 * @param checkpoint the visit that it is in, or makes next
 * @param state its state
 * @param stop why it has paused or ended; null while it is executed
 * @param delayedUntil when its next attempt is made, in milliseconds by Temporal's clock; null unless that follows later
 * @param rests how often those who wait for a stop were told of one
 * @param fencingToken the number of the last visit that was given to a worker
 * @param answered the last questions that were answered
 * @param effects its effects
 * @param messages its messages
 * @param log where its log ends; null before its first execution
 */
public record RunState(
        Start start,
        PermissionMode mode,
        StepEntry checkpoint,
        Json state,
        @Nullable Stop stop,
        @Nullable Long delayedUntil,
        int rests,
        long fencingToken,
        List<AnsweredQuestion> answered,
        List<EffectRecord> effects,
        Messages messages,
        @Nullable LogEnd log) {

    /** Copies the lists. A run of an older program has no messages. */
    public RunState {
        answered = List.copyOf(answered);
        effects = List.copyOf(effects);
        messages = messages == null ? Messages.NONE : messages;
    }

    /** Returns a run that has not begun. */
    public static RunState first(Start start, PermissionMode mode, StepEntry checkpoint, Json state) {
        return new RunState(
                start, mode, checkpoint, state, null, null, 0, 0, List.of(), List.of(), Messages.NONE, null);
    }

    /** Why the run has paused or ended; null while it is executed, or if a worker cannot read it. */
    public @Nullable StopReason reason() {
        return stop == null ? null : stop.reason();
    }

    /** Returns the same run with another state. */
    RunState with(Json other) {
        return new RunState(
                start,
                mode,
                checkpoint,
                other,
                stop,
                delayedUntil,
                rests,
                fencingToken,
                answered,
                effects,
                messages,
                log);
    }

    /**
     * The part of a run that never changes.
     *
     * @param run its identity; a later run of its id has another number
     * @param graph the name of its graph
     * @param document the state and the input that it was started with (R3)
     * @param by the name of the person or system that starts it; null if none was given
     * @param labels its labels
     * @param startedAt when its workflow began, in milliseconds by Temporal's clock; null before
     * @param notBefore when its first visit may be made, in milliseconds by Temporal's clock; null if at once
     * @param delayMillis the same, counted from when its workflow began; null if at once
     * @param deadlineMillis the time that it has; null if it is not limited (R8)
     * @param leaseMillis how long a worker may be silent in a visit until the visit is made again (R4)
     * @param visitsPerExecution after how many visits the workflow continues as new
     * @param thread the thread that it belongs to; null if it belongs to none
     */
    public record Start(
            RunRef run,
            String graph,
            Json document,
            @Nullable String by,
            Map<String, String> labels,
            @Nullable Long startedAt,
            @Nullable Long notBefore,
            @Nullable Long delayMillis,
            @Nullable Long deadlineMillis,
            long leaseMillis,
            int visitsPerExecution,
            @Nullable String thread) {

        /** Copies the labels. */
        public Start {
            labels = labels == null ? Map.of() : Map.copyOf(labels);
        }

        /** Returns the same start, which begins now unless it has begun before. */
        Start at(long now) {
            if (startedAt != null) {
                return this;
            }
            Long first = delayMillis == null ? notBefore : Long.valueOf(now + delayMillis);
            return new Start(
                    run,
                    graph,
                    document,
                    by,
                    labels,
                    now,
                    first,
                    null,
                    deadlineMillis,
                    leaseMillis,
                    visitsPerExecution,
                    thread);
        }

        /** Whether it is too early for its first visit. */
        public boolean isEarly(long now) {
            return notBefore != null && now < notBefore;
        }

        /** Returns the time at which its workflow began. */
        long beganAt() {
            return Objects.requireNonNull(startedAt, "startedAt");
        }
    }

    /**
     * A question that was answered: the same answer may be given again (I3).
     *
     * @param by the name of the answerer (I6); null if none was given
     */
    public record AnsweredQuestion(
            long visit,
            String interrupt,
            String nonce,
            Json answer,
            @Nullable String by) {}
}
