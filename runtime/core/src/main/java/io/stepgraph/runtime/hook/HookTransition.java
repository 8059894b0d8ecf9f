package io.stepgraph.runtime.hook;

import io.stepgraph.runtime.graph.Due;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A transition with steps by name, as hooks see and make it. It must be one that the step declares, which is checked
 * before anything is stored (H2).
 */
public sealed interface HookTransition {

    /**
     * Goes to a step.
     *
     * @param step the step, a declared {@code next} of the one that the hook stands for
     * @param input the input of the step; null if it takes nothing
     * @param state the new state; null to keep the one the step was given
     */
    record Go(String step, @Nullable Object input, @Nullable Object state) implements HookTransition {}

    /**
     * Ends the run, where the step may end it.
     *
     * @param result the result; null if the state is the result
     * @param state the new state; null to keep the one the step was given
     */
    record End(@Nullable Object result, @Nullable Object state) implements HookTransition {}

    /**
     * Fails the run, where the step may fail it.
     *
     * @param reason why, for a person to read
     */
    record Fail(String reason) implements HookTransition {

        /** Refuses null. */
        public Fail {
            Objects.requireNonNull(reason, "reason");
        }
    }

    /**
     * Asks. Only an interrupt asks; a hook may change the question.
     *
     * @param question the question
     * @param state the new state; null to keep the one the interrupt was given
     */
    record Ask(Object question, @Nullable Object state) implements HookTransition {}

    /**
     * Calls agents. Only a call does; a hook may change the state that it leaves, and nothing else (C13).
     *
     * @param starts the starts; cannot be changed
     * @param state the new state; null to keep the one the call was given
     */
    record Call(List<?> starts, @Nullable Object state) implements HookTransition {}

    /**
     * Takes the next message of a mailbox, or waits for one. Only a mailbox does; a hook may change the end of its time,
     * if it has one.
     *
     * @param until the end; null to wait for as long as the mailbox says
     */
    record Listen(@Nullable Due until) implements HookTransition {}

    /**
     * Waits for a time. Only a wait waits; a hook may change its end, or go on to the next step at once.
     *
     * @param until the end
     */
    record Pause(Due until) implements HookTransition {

        /** Refuses null. */
        public Pause {
            Objects.requireNonNull(until, "until");
        }
    }
}
