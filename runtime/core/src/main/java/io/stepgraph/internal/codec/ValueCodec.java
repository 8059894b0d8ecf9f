package io.stepgraph.internal.codec;

import io.stepgraph.internal.json.UnreadableValueException;
import io.stepgraph.runtime.graph.Json;

/** Writes and reads values of one declared type. Safe for use by many threads. */
public interface ValueCodec {

    /**
     * Writes a value.
     *
     * @throws io.stepgraph.runtime.NotStorableException if it cannot be written, or is above the size limit; names the path
     */
    Json write(Object value);

    /**
     * Reads a value leniently: unknown fields are ignored, missing ones take their default.
     *
     * @throws UnreadableValueException if it cannot be read
     */
    Object read(Json document);

    /**
     * Reads back a value that was just written and is not stored yet (R5).
     *
     * @throws io.stepgraph.runtime.NotStorableException if it cannot be read back; names the path
     */
    Object readBack(Json written);

    /**
     * Reads the written value back, compares the objects, writes the result again and compares the JSON (R5).
     *
     * @throws io.stepgraph.runtime.NotStorableException if the JSON differs, or it cannot be read back; names the path
     */
    ReadBack verify(Object value, Json written);

    /**
     * Finds out whether Jackson can build values of this type, without any.
     *
     * @param role the role of the values in the graph, such as {@code the state}; for messages
     * @throws io.stepgraph.runtime.NotStorableException if it cannot; the message names the path and what to do
     */
    void checkType(String role);

    /**
     * A value as a document to compare (R3): keys and sets sorted, numbers normalised, so that equal values have equal bytes
     * in every process. Not to be stored for reading: {@code 1.00} has become {@code 1}. To compare a value with a stored
     * value, read the stored one and compare the canonical documents of both.
     *
     * @throws io.stepgraph.runtime.NotStorableException if it cannot be written, or is above the size limit; names the path
     */
    Json canonical(Object value);

    /** Whether values of this type cannot change: records of immutable components all the way down. */
    boolean isImmutable();

    /**
     * Whether a value of this type may hold objects of classes that it does not declare, such as the values of a {@code
     * Map<String, Object>}: what is read back may be another object each time (R5).
     */
    boolean isOpen();
}
