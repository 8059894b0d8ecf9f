package io.stepgraph.store;

import io.stepgraph.runtime.graph.Json;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A message as a store keeps it.
 *
 * @param number its number among all messages of the run, by which they are taken in order; from 1
 * @param mailbox the mailbox, by the name that it had when the message was stored
 * @param id its id
 * @param message the message; null once it was taken
 * @param hash the {@linkplain NewMessage#hash hash} of the message
 * @param by the name of who sent it; null if nobody said
 * @param toldAt when it was stored, by the store's clock
 * @param takenIn the visit of the step that took it; null while it waits
 * @param reply the reply; null if there is none
 * @param isPassed whether the run has taken a later message of the mailbox, so that this one gets no reply any more
 */
public record StoredMessage(
        long number,
        String mailbox,
        String id,
        @Nullable Json message,
        String hash,
        @Nullable String by,
        Instant toldAt,
        @Nullable Long takenIn,
        @Nullable Json reply,
        boolean isPassed) {}
