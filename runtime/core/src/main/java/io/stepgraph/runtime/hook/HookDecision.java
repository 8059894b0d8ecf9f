package io.stepgraph.runtime.hook;

import io.stepgraph.runtime.Names;
import org.jspecify.annotations.Nullable;

/** What a hook wants of a step about to be executed (H1). */
public sealed interface HookDecision {

    /** Execute it. */
    record Proceed() implements HookDecision {
        private static final HookDecision ALWAYS = new Proceed();
    }

    /**
     * Execute it with another state or input, in this attempt only: what is stored for retry, crash, failure step and
     * history stays as it was. If the attempt succeeds, what is stored is the state that it leaves behind: the one given
     * here as the step has changed it, unless the step chose another one.
     *
     * @param state the state; null to leave it
     * @param input the input; null to leave it
     */
    record Modify(@Nullable Object state, @Nullable Object input) implements HookDecision {}

    /**
     * Do not execute it; park the run in front of it.
     *
     * @param reason why, for a person to read: text without the character U+0000, which not every store can keep
     */
    record Deny(String reason) implements HookDecision {

        /**
         * A decision.
         *
         * @throws IllegalArgumentException if the reason cannot be stored
         */
        public Deny {
            Names.kept(reason, "reason");
        }
    }

    /**
     * Do not execute it; take this transition instead. It costs one visit.
     *
     * @param transition where to go
     */
    record Replace(HookTransition transition) implements HookDecision {}

    /**
     * Execute it.
     *
     * @return always the same object
     */
    static HookDecision proceed() {
        return Proceed.ALWAYS;
    }
}
