package io.stepgraph.store;

import io.stepgraph.runtime.graph.Json;
import org.jspecify.annotations.Nullable;

/**
 * The values that a run was started with, to be compared when it is started again (R3). A run that has succeeded or was
 * cancelled keeps the digest only (S3).
 *
 * @param document state and input, canonical; null once the run has ended so
 * @param digest their hash, which stays; they cannot be read from it
 */
public record Start(@Nullable Json document, Json digest) {

    /** The part that is kept after the end. */
    public Start withoutDocument() {
        return new Start(null, digest);
    }
}
