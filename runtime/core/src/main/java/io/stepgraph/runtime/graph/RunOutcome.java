package io.stepgraph.runtime.graph;

import io.stepgraph.PermissionMode;
import io.stepgraph.runtime.StepFailure;
import io.stepgraph.runtime.Ticket;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of a run, untyped: it has paused or ended. Generated code turns it into the {@code Outcome} of its graph,
 * which users see.
 *
 * @param <N> the enum of steps
 */
public sealed interface RunOutcome<N extends Enum<N>> {

    /**
     * Returns the same outcome, with the effects in doubt if the run has ended (E7).
     *
     * @param effects their names
     */
    default RunOutcome<N> withEffectsInDoubt(List<String> effects) {
        return this;
    }

    /**
     * The run has ended well.
     *
     * @param result the result
     * @param effectsInDoubt the names of the effects that nobody knows to be performed or not
     */
    record Completed<N extends Enum<N>>(Object result, List<String> effectsInDoubt) implements RunOutcome<N> {

        /** Creates the outcome of a run without an effect in doubt. */
        public Completed(Object result) {
            this(result, List.of());
        }

        @Override
        public Completed<N> withEffectsInDoubt(List<String> effects) {
            return new Completed<>(result, effects);
        }
    }

    /**
     * The run has failed.
     *
     * @param failure the stored failure
     * @param cause the exception, if this process has just thrown it; otherwise null
     * @param effectsInDoubt the names of the effects that nobody knows to be performed or not
     */
    record Failed<N extends Enum<N>>(
            StepFailure<?> failure, @Nullable Throwable cause, List<String> effectsInDoubt) implements RunOutcome<N> {

        /** Creates the outcome of a run without an effect in doubt. */
        public Failed(StepFailure<?> failure, @Nullable Throwable cause) {
            this(failure, cause, List.of());
        }

        @Override
        public Failed<N> withEffectsInDoubt(List<String> effects) {
            return new Failed<>(failure, cause, effects);
        }
    }

    /**
     * The run was cancelled.
     *
     * @param by the name of the person or system that cancelled it; empty if no name was given
     * @param effectsInDoubt the names of the effects that nobody knows to be performed or not
     */
    record Cancelled<N extends Enum<N>>(String by, List<String> effectsInDoubt) implements RunOutcome<N> {

        /** Creates the outcome of a run without an effect in doubt. */
        public Cancelled(String by) {
            this(by, List.of());
        }

        @Override
        public Cancelled<N> withEffectsInDoubt(List<String> effects) {
            return new Cancelled<>(by, effects);
        }
    }

    /**
     * The run stands in front of a step that it may not execute (M2, H1). Two modes have to permit the required one:
     * that of the run, which {@code AgentRuns.mode} raises, and the {@code maxMode} of the engine. If the engine's is
     * too low, an engine with a higher one can continue the run.
     *
     * @param step the step
     * @param reason why, for a person to read
     * @param required the mode that the step requires; null if a hook holds the run back
     * @param mode the run's mode
     * @param maxMode the most that the runner that was asked allows; {@code BYPASS_PERMISSIONS} for a machine, which
     *     allows all
     */
    record Parked<N extends Enum<N>>(
            N step, String reason, @Nullable PermissionMode required, PermissionMode mode, PermissionMode maxMode)
            implements RunOutcome<N> {}

    /**
     * The run waits for a time (Q1).
     *
     * @param step the wait
     * @param until when it continues, by the store's clock
     */
    record Paused<N extends Enum<N>>(N step, Instant until) implements RunOutcome<N> {}

    /**
     * The run waits at a mailbox for a message (Q5).
     *
     * @param mailbox the mailbox
     * @param until when it continues without a message, by the store's clock; null if never
     */
    record Listening<N extends Enum<N>>(N mailbox, @Nullable Instant until) implements RunOutcome<N> {}

    /**
     * The run waits for the agents that it has called, and at least one of them waits for a person.
     *
     * @param call the call
     * @param size how many agents were called
     * @param ended how many have ended
     * @param children of a list, the first hundred that wait or have failed; else all of them
     */
    record Called<N extends Enum<N>>(N call, int size, int ended, List<Child> children) implements RunOutcome<N> {

        /** Copies the list. */
        public Called {
            children = List.copyOf(children);
        }
    }

    /**
     * An agent that was called.
     *
     * @param place its number among the agents of the call, or the elements of the list, from 1
     * @param run the id of its run
     * @param outcome where it has paused or ended; null while it works
     */
    record Child(int place, String run, @Nullable RunOutcome<?> outcome) {}

    /**
     * The run waits for an answer.
     *
     * @param interrupt the interrupt that asked
     * @param ticket the right to answer
     * @param question the question
     */
    record QuestionAsked<N extends Enum<N>>(N interrupt, Ticket ticket, Object question) implements RunOutcome<N> {}
}
