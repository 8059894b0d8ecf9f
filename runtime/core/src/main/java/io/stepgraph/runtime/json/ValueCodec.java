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

    /**
     * A value as a document to compare (R3): keys and sets sorted, numbers normalised, so that equal values have equal
     * bytes in every process. Not to be stored for reading: {@code 1.00} has become {@code 1}. To compare a value with one
     * that is stored, read that and compare the canonical documents of both.
     *
     * @throws io.stepgraph.runtime.UnstorableState if it cannot be written, or is above the size limit; names the path
     */
    Json canonical(Object value);

    /** Whether values of this type cannot change: records of immutable components all the way down. */
    boolean isImmutable();
}
