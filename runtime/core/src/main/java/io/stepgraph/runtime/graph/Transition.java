package io.stepgraph.runtime.graph;

import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.StepgraphException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The decision of a step: to go to another step, to end the run, or, for an interrupt, to ask. Immutable.
 *
 * <p>The factories refuse null with {@link ErrorCode#NULL_RETURNED}, because their arguments are the return values of
 * steps.
 *
 * @param <N> the enum of steps
 * @param <S> the state
 */
public sealed interface Transition<N extends Enum<N>, S> {

    /**
     * Returns the same transition with another state.
     *
     * @param newState the new state of the run
     * @return the transition
     */
    Transition<N, S> with(S newState);

    /** The state that replaces the one the step was given; null to keep that one. */
    @Nullable S state();

    /**
     * Goes to a step.
     *
     * @param target the step
     * @param input the input of the step; null if it takes nothing
     * @param state the new state; null to keep the one the step was given
     */
    record Go<N extends Enum<N>, S>(
            N target, @Nullable Object input, @Nullable S state) implements Transition<N, S> {
        @Override
        public Go<N, S> with(S newState) {
            return new Go<>(target, input, returned(newState));
        }
    }

    /**
     * Ends the run.
     *
     * @param result the result; null if the state is the result
     * @param state the new state; null to keep the one the step was given
     */
    record End<N extends Enum<N>, S>(
            @Nullable Object result, @Nullable S state) implements Transition<N, S> {
        @Override
        public End<N, S> with(S newState) {
            return new End<>(result, returned(newState));
        }
    }

    /**
     * Asks, and waits for the answer.
     *
     * @param question the question
     * @param expires the computed end of the time for an answer; null if the interrupt computes none
     * @param state the new state; null to keep the one the interrupt was given
     */
    record Ask<N extends Enum<N>, S>(
            Object question,
            @Nullable Due expires,
            @Nullable S state) implements Transition<N, S> {
        @Override
        public Ask<N, S> with(S newState) {
            return new Ask<>(question, expires, returned(newState));
        }
    }

    /**
     * Waits for a time, and then goes to the one step that follows (Q1).
     *
     * @param until the end of the wait
     * @param state the new state; null to keep the one the wait was given
     */
    record Pause<N extends Enum<N>, S>(Due until, @Nullable S state) implements Transition<N, S> {
        @Override
        public Pause<N, S> with(S newState) {
            return new Pause<>(until, returned(newState));
        }
    }

    /**
     * Listens at a mailbox: takes the next message, or waits for one (Q5).
     *
     * @param until the computed end of the time for a message; null if the mailbox computes none
     * @param state the new state; null to keep the one the mailbox was given
     */
    record Listen<N extends Enum<N>, S>(
            @Nullable Due until, @Nullable S state) implements Transition<N, S> {

        @Override
        public Listen<N, S> with(S newState) {
            return new Listen<>(until, returned(newState));
        }
    }

    /**
     * Fails the run. It keeps the state with which it entered the step, which a retry enters again.
     *
     * @param reason why, for a person to read
     */
    record Fail<N extends Enum<N>, S>(String reason) implements Transition<N, S> {
        @Override
        public @Nullable S state() {
            return null;
        }

        @Override
        public Fail<N, S> with(S newState) {
            return this;
        }
    }

    /**
     * Calls agents.
     *
     * @param starts the starts, in the order of the agents or of the elements of the list
     */
    record Call<N extends Enum<N>, S>(
            List<?> starts, @Nullable S state) implements Transition<N, S> {
        @Override
        public Call<N, S> with(S newState) {
            return new Call<>(starts, returned(newState));
        }
    }

    /** Goes to a step that takes no input. */
    static <N extends Enum<N>, S> Transition<N, S> go(N target) {
        return new Go<>(target, null, null);
    }

    /** Goes to a step and hands a value over to it. */
    static <N extends Enum<N>, S> Transition<N, S> go(N target, @Nullable Object input) {
        return new Go<>(target, returned(input), null);
    }

    /** Goes to a step that takes no input, with a new state. */
    static <N extends Enum<N>, S> Transition<N, S> goWith(N target, @Nullable S state) {
        return new Go<>(target, null, returned(state));
    }

    /** Ends the run; the state is the result. */
    static <N extends Enum<N>, S> Transition<N, S> end() {
        return new End<>(null, null);
    }

    /** Ends the run with a new state, which is the result. */
    static <N extends Enum<N>, S> Transition<N, S> endWith(@Nullable S state) {
        return new End<>(null, returned(state));
    }

    /** Ends the run with a result of its own type. */
    static <N extends Enum<N>, S> Transition<N, S> end(@Nullable Object result) {
        return new End<>(returned(result), null);
    }

    /** Asks a question. */
    static <N extends Enum<N>, S> Transition<N, S> ask(@Nullable Object question) {
        return new Ask<>(returned(question), null, null);
    }

    /** Asks a question, for which there is time until an instant. */
    static <N extends Enum<N>, S> Transition<N, S> ask(@Nullable Object question, @Nullable Instant until) {
        return new Ask<>(returned(question), Due.at(returned(until)), null);
    }

    /** Asks a question, for which there is this much time. */
    static <N extends Enum<N>, S> Transition<N, S> ask(@Nullable Object question, @Nullable Duration time) {
        return new Ask<>(returned(question), Due.in(returned(time)), null);
    }

    /** Waits until an instant. */
    static <N extends Enum<N>, S> Transition<N, S> pause(@Nullable Instant until) {
        return new Pause<>(Due.at(returned(until)), null);
    }

    /** Waits for a time. */
    static <N extends Enum<N>, S> Transition<N, S> pause(@Nullable Duration length) {
        return new Pause<>(Due.in(returned(length)), null);
    }

    /** Listens at a mailbox, for as long as it declares. */
    static <N extends Enum<N>, S> Transition<N, S> listen() {
        return new Listen<>(null, null);
    }

    /** Listens at a mailbox until an instant. */
    static <N extends Enum<N>, S> Transition<N, S> listen(@Nullable Instant until) {
        return new Listen<>(Due.at(returned(until)), null);
    }

    /** Listens at a mailbox for a time. */
    static <N extends Enum<N>, S> Transition<N, S> listen(@Nullable Duration time) {
        return new Listen<>(Due.in(returned(time)), null);
    }

    /** Calls agents with these starts. */
    static <N extends Enum<N>, S> Transition<N, S> call(@Nullable List<?> starts) {
        return new Call<>(returned(starts), null);
    }

    /** Fails the run. */
    static <N extends Enum<N>, S> Transition<N, S> fail(@Nullable String reason) {
        return new Fail<>(returned(reason));
    }

    /**
     * Passes on the transition that a step chose.
     *
     * @param chosen the transition inside the value the step returned; null if it returned null
     */
    static <N extends Enum<N>, S> Transition<N, S> chosen(@Nullable Transition<N, S> chosen) {
        return returned(chosen);
    }

    /** Returns a value; not a method of the exception: HotSpot inlines none of those. */
    private static <T> T returned(@Nullable T value) {
        if (value == null) {
            throw new StepgraphException(
                    ErrorCode.NULL_RETURNED, "It returned null; return a value, or declare the method void.");
        }
        return value;
    }
}
