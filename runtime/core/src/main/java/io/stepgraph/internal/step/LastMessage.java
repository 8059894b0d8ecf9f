package io.stepgraph.internal.step;

import java.util.Objects;

/**
 * The message that a run has taken last of a mailbox, and that wants a reply, as it is stored with the visits since
 * then (Q9).
 *
 * @param number its number among the messages of the run
 * @param type the stored name of its class, as the mailbox declares it
 * @param replied whether it has got its reply
 */
public record LastMessage(long number, String type, boolean replied) {

    /** Checks that no part is missing. */
    public LastMessage {
        Objects.requireNonNull(type);
    }

    LastMessage withReply() {
        return new LastMessage(number, type, true);
    }
}
