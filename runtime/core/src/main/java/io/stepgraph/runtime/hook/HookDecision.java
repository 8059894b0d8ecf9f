package io.stepgraph.runtime.hook;

import io.stepgraph.runtime.Names;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The decision of a hook about a step that is about to be executed (H1). */
public sealed interface HookDecision {

    /** The step is executed as it stands. */
    record Proceed() implements HookDecision {
        private static final HookDecision ALWAYS = new Proceed();
    }

    /**
     * The step is executed with another state or input, in this attempt only. The values stored for a retry, a crash,
     * the failure step and the history do not change. If the attempt succeeds, the state that it leaves is stored: the
     * state given here with the changes of the step, unless the step returned another state. The log of the run names
     * the class of the hook, once for each visit.
     *
     * @param state the state; null to leave it
     * @param input the input; null to leave it
     */
    record Modify(@Nullable Object state, @Nullable Object input) implements HookDecision {}

    /**
     * The step is not executed; the run parks in front of it.
     *
     * @param reason why, for a person to read: text without the character U+0000, which not every store can keep
     */
    record Deny(String reason) implements HookDecision {

        /**
         * Checks the reason.
         *
         * @throws IllegalArgumentException if the reason cannot be stored
         */
        public Deny {
            Names.kept(reason, "reason");
        }
    }

    /**
     * The step is not executed; this transition of the step is taken instead. It costs one visit. An interrupt and a
     * mailbox cannot be replaced.
     *
     * @param transition where to go: to a step that is declared as {@code next}, or to the end if that is (H2)
     */
    record Replace(HookTransition transition) implements HookDecision {

        /** Checks that the transition is there. */
        public Replace {
            Objects.requireNonNull(transition, "transition");
        }
    }

    /**
     * Returns the decision to execute the step as it stands.
     *
     * @return always the same object
     */
    static HookDecision proceed() {
        return Proceed.ALWAYS;
    }
}
