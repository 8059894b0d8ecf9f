package io.stepgraph.store;

import io.stepgraph.runtime.graph.Json;
import java.util.List;

/** The part of a commit that concerns messages (Q6, Q7). */
public sealed interface MessageWrite {

    /**
     * The run pauses at a mailbox that has no message.
     *
     * @param told the number of messages that the run had been told when its owner looked. If it differs, nothing is
     *     written, and the owner looks again
     */
    record Listens(long told) implements MessageWrite {}

    /**
     * The run takes a message, and goes to the step for it.
     *
     * @param number the number of the message
     * @param settled how many messages had been taken or withdrawn when its owner looked. If it differs, nothing is
     *     written, and the owner looks again
     * @param visit the visit that takes it: the first one of the step
     */
    record Takes(long number, long settled, long visit) implements MessageWrite {}

    /**
     * The step replies to messages.
     *
     * @param replies the replies; not empty
     */
    record Replies(List<Reply> replies) implements MessageWrite {

        /** Copies the list. */
        public Replies {
            replies = List.copyOf(replies);
        }
    }

    /**
     * A reply.
     *
     * @param number the number of the message
     * @param reply the reply
     */
    record Reply(long number, Json reply) {}
}
