package io.stepgraph.runtime.json;

import io.stepgraph.runtime.store.Json;

/** Writes and reads values of one declared type. Safe for use by many threads. */
public interface ValueCodec {

    /**
     * Writes a value.
     *
     * @throws io.stepgraph.runtime.UnstorableState if it cannot be written, or is above the size limit; names the path
     */
    Json write(Object value);

    /**
     * Reads a value leniently: unknown fields are ignored, missing ones take their default.
     *
     * @throws UnreadableValue if it cannot be read
     */
    Object read(Json document);

    /**
     * Reads back what was written and compares (R5).
     *
     * @throws io.stepgraph.runtime.UnstorableState if it does not come back as it was; names the path
     */
    void verify(Object value, Json written);

    /** Whether values of this type cannot change: records of immutable components all the way down. */
    boolean isImmutable();
}
