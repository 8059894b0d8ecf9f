package io.stepgraph.internal.codec;

import io.stepgraph.runtime.graph.Json;

/**
 * Writes and reads values of one declared type of a graph, and sees to it that the live object and the stored one do not
 * differ unnoticed (R5). Values of open types may come back as other objects at any time, so a run always continues with the
 * values that were read back. For other types it does so after the first value that came back as another object.
 */
public final class TypeCodec {
    private final ValueCodec codec;
    private final Warnings warnings;
    private final boolean isImmutable;
    private final Checks checks = new Checks();

    // Races are harmless: it only ever becomes true.
    private boolean isAsRead;

    TypeCodec(ValueCodec codec, Warnings warnings) {
        this.codec = codec;
        this.warnings = warnings;
        this.isImmutable = codec.isImmutable();
        this.isAsRead = codec.isOpen();
    }

    /**
     * The same for values that must not share mutable objects with other values: the run always continues with the values
     * that were read back.
     */
    TypeCodec apart() {
        isAsRead |= !isImmutable;
        return this;
    }

    public Stored store(Object value) {
        return store(value, checks);
    }

    /** Writes a value of which others of the same kind were written before. */
    Stored store(Object value, Checks ofItsKind) {
        Json written = codec.write(value);
        Object back = null;
        if (ofItsKind.areDue()) {
            ReadBack compared = codec.verify(value, written);
            learn(compared);
            back = compared.value();
        } else if (isAsRead) {
            back = codec.readBack(written);
        }
        ofItsKind.passed();
        return new Stored(written, isAsRead && back != null ? back : value);
    }

    /** Writes a value and always reads it back, so that the run continues with a copy, unless the value is immutable. */
    public Stored copied(Object value) {
        if (isImmutable) {
            return store(value);
        }
        Json written = codec.write(value);
        ReadBack back = codec.verify(value, written);
        checks.passed();
        learn(back);
        return new Stored(written, back.value());
    }

    private void learn(ReadBack back) {
        if (!back.differences().isEmpty()) {
            isAsRead = true;
            warnings.log(back.differences());
        }
    }

    /** Writes a value with which the run does not continue. */
    public Json write(Object value) {
        Json written = codec.write(value);
        if (checks.areDue()) {
            learn(codec.verify(value, written));
        }
        checks.passed();
        return written;
    }

    /** The value as a document to compare. */
    public Json canonical(Object value) {
        return codec.canonical(value);
    }

    public Object read(Json written) {
        return codec.read(written);
    }

    /**
     * Finds out whether values of this type can be read back at all.
     *
     * @param role the role of the values in the graph, for messages
     */
    void checkType(String role) {
        codec.checkType(role);
    }

    /** Whether a value cannot have changed since it was written. */
    public boolean isImmutable() {
        return isImmutable;
    }
}
