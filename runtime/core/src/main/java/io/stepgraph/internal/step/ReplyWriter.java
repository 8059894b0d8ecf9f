package io.stepgraph.internal.step;

import io.stepgraph.runtime.AsksFor;
import io.stepgraph.runtime.NotStorableException;
import org.jspecify.annotations.Nullable;

/** Writes the replies of steps in the form in which they are stored. */
@FunctionalInterface
public interface ReplyWriter {

    /**
     * Writes a reply to the message that the run has taken last of its mailbox (Q9).
     *
     * @param ruleState what is known of the messages of the run
     * @param message a message of the same type
     * @return the reply; null if there is nobody to reply to
     * @throws NotStorableException if it cannot be stored
     * @throws IllegalStateException if the message has got a reply before
     * @throws IllegalArgumentException if no mailbox of the graph takes such a message
     */
    @Nullable StepReply write(@Nullable RuleState ruleState, AsksFor<?> message, Object reply);
}
