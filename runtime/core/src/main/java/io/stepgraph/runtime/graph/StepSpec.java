package io.stepgraph.runtime.graph;

import io.stepgraph.PermissionMode;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A step or interrupt as it was declared.
 *
 * @param step its constant
 * @param name its method
 * @param effects the names of the effects that it performs; empty for any
 * @param isTransactional whether it hands rows of its own to the transaction of its checkpoint
 * @param formerly its earlier names
 * @param next where it may go, {@code END} apart
 * @param end whether it may end the run
 * @param fail whether it may fail the run
 * @param isWait whether it waits for a time
 * @param input the type of its input; null if it takes nothing
 * @param question the type of its question; null if it is a step
 * @param answers the types of its answers; empty if it is a step
 * @param actions the marks in its questions and answers; empty where nothing is marked, or if it is a step
 * @param expires how long the run waits for an answer; null if without limit
 * @param mode the least mode it may be executed in
 * @param timeout how long an attempt may take; null for no limit
 * @param retry how it is retried; null if it is not
 * @param onFailure the step that takes over when it has failed; null if none does
 * @param failures the exceptions that this step takes; empty for every failure
 * @param handlesDoubt whether that step also takes over while an effect of the visit is in doubt
 * @param gate the answer that must be on record before it is entered; null if none
 * @param answerRule who may answer; null if anybody, or if it is a step
 * @param call the agents that it calls; null if it is no call
 * @param mailbox what it is as a mailbox, whose messages are its {@code answers}; null if it is none
 * @param maxVisits how often it may be visited between two answers; null if unbounded
 * @param <N> the enum of steps
 */
public record StepSpec<N extends Enum<N>>(
        N step,
        String name,
        List<String> effects,
        boolean isTransactional,
        List<String> formerly,
        Set<N> next,
        boolean end,
        boolean fail,
        boolean isWait,
        @Nullable ValueType input,
        @Nullable ValueType question,
        List<ValueType> answers,
        List<Action> actions,
        @Nullable Duration expires,
        PermissionMode mode,
        @Nullable Timeout timeout,
        @Nullable RetryPolicy retry,
        @Nullable N onFailure,
        List<Class<? extends Throwable>> failures,
        boolean handlesDoubt,
        @Nullable Gate<N> gate,
        @Nullable AnswerRule<N> answerRule,
        @Nullable Call call,
        @Nullable Mailbox mailbox,
        @Nullable MaxVisits<N> maxVisits) {

    /**
     * The {@code @Step(timeout)}.
     *
     * @param length how long an attempt may take
     * @param written the same as it was written, for messages
     */
    public record Timeout(Duration length, String written) {}

    /**
     * An {@code @Action}.
     *
     * @param of the class of the question or of the answer that has the mark
     * @param component the marked component
     * @param type the type of the component: that of the action, or a list of actions
     * @param part reads the component
     */
    public record Action(Class<?> of, String component, ValueType type, Function<Object, @Nullable Object> part) {}

    /**
     * The {@code @GatedBy}.
     *
     * @param interrupt the interrupt that guards the step
     * @param answers the leaves of its answers that open the gate
     * @param takesAnswered whether the step takes the answered question
     * @param exactly whether the step takes nothing else of its run, and performs effects with a part of it only
     * @param <N> the enum of steps
     */
    public record Gate<N extends Enum<N>>(
            N interrupt, List<Class<?>> answers, boolean takesAnswered, boolean exactly) {}

    /**
     * The {@code @AnsweredBy}.
     *
     * @param roles the roles of which the answerer must have one; empty for any person
     * @param starter whether who started the run may answer
     * @param otherThan the interrupts whose answerers may not answer this one; empty if none
     * @param <N> the enum of steps
     */
    public record AnswerRule<N extends Enum<N>>(List<String> roles, Starter starter, List<N> otherThan) {}

    /**
     * The {@code @Call}.
     *
     * @param agents the agents, in the order of the annotation; one if {@code isList}
     * @param isList whether the method returns a list, with one run for each element
     * @param maxElements the largest number of elements of a list
     * @param timeout how long the agents may take; null if without limit
     * @param maxMode the most that they may do
     * @param takesEnds whether the next step takes {@code Ended}, and so also gets failures
     */
    public record Call(
            List<CalledAgent<?, ?, ?>> agents,
            boolean isList,
            int maxElements,
            @Nullable Duration timeout,
            PermissionMode maxMode,
            boolean takesEnds) {}

    /**
     * The {@code @Interrupt(mailbox = true)}: a wait that a message ends.
     *
     * @param replies the messages that want a reply
     */
    public record Mailbox(List<Reply> replies) {}

    /**
     * The reply that a message wants.
     *
     * @param message the class of the message
     * @param type the type of the reply
     */
    public record Reply(Class<?> message, ValueType type) {}

    /** The right of who started a run to answer its question. */
    public enum Starter {
        /** As everybody. */
        AS_OTHERS,
        /** The starter may not answer. */
        NOT,
        /** Nobody else may. */
        ONLY
    }

    /**
     * The {@code @MaxVisits}.
     *
     * @param times visits between two answers
     * @param then where a further one goes instead
     * @param <N> the enum of steps
     */
    public record MaxVisits<N extends Enum<N>>(int times, N then) {}

    /** Returns its name, and after it its former names. */
    public List<String> names() {
        return Stream.concat(Stream.of(name), formerly.stream()).toList();
    }

    /**
     * Whether this is an interrupt.
     *
     * @return true if it asks
     */
    public boolean isInterrupt() {
        return question != null;
    }
}
