package io.stepgraph.runtime.execute;

import io.stepgraph.runtime.json.ValueCodec;
import io.stepgraph.runtime.store.Json;

/** Writes and reads values of one declared type. What is written first in this process is read back and compared (R5). */
final class Values {
    private final ValueCodec codec;
    private final boolean isImmutable;

    // Races are harmless: two threads may both verify.
    private boolean verified;

    Values(ValueCodec codec) {
        this.codec = codec;
        this.isImmutable = codec.isImmutable();
    }

    Json write(Object value) {
        return verified ? codec.write(value) : verified(value);
    }

    /** Writes a value as it is. */
    Json unverified(Object value) {
        return codec.write(value);
    }

    /** Finds out, once in this process, whether values of this type come back as they were. */
    void check(Object value) {
        if (!verified) {
            Json unused = verified(value);
        }
    }

    /** Writes a value and reads it back. */
    Json verified(Object value) {
        Json written = codec.write(value);
        codec.verify(value, written);
        verified = true;
        return written;
    }

    /** The value as a document to compare. */
    Json canonical(Object value) {
        return codec.canonical(value);
    }

    Object read(Json written) {
        return codec.read(written);
    }

    /** Whether a value cannot have changed since it was written. */
    boolean isImmutable() {
        return isImmutable;
    }
}
