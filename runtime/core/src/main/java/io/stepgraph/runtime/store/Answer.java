package io.stepgraph.runtime.store;

import org.jspecify.annotations.Nullable;

/**
 * An answer to be stored.
 *
 * @param key the run
 * @param incarnation the run's number, from the ticket
 * @param visit the visit that asked, from the ticket
 * @param nonce the secret part of the ticket
 * @param answer the answer, canonical, as it is compared with an answer given twice
 * @param by who answers; null if nobody said
 * @param checkpoint where the run goes on; its state is null, since the stored one stays
 */
public record Answer(
        RunKey key,
        long incarnation,
        long visit,
        String nonce,
        Json answer,
        @Nullable String by,
        Checkpoint checkpoint) {}
