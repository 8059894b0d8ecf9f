package io.stepgraph.internal.codec;

import io.stepgraph.internal.json.AbsentValues;
import io.stepgraph.internal.json.Canonical;
import io.stepgraph.internal.json.ExactNumbers;
import io.stepgraph.internal.json.JsonErrors;
import io.stepgraph.internal.json.LimitedBytes;
import io.stepgraph.internal.json.Path;
import io.stepgraph.internal.json.SealedTypes;
import io.stepgraph.internal.json.SortedSets;
import io.stepgraph.internal.json.TypeWalk;
import io.stepgraph.internal.json.UnreadableValueException;
import io.stepgraph.runtime.graph.Json;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.json.JsonMapper;

/**
 * Writes and reads the values of one declared type. Everything is looked up once, so that writing costs what Jackson
 * costs. Safe for use by many threads.
 */
public final class ValueCodec {
    private final Path root;
    private final JavaType type;
    private final JsonMapper mapper;
    private final JsonErrors errors;
    private final ObjectWriter writer;
    private final ObjectWriter comparing;
    private final ObjectReader reader;
    private final int maxBytes;
    private final boolean isWrapped;
    private final boolean isImmutable;
    private final boolean isApart;
    private final ReadBackSchedule checks = new ReadBackSchedule();

    /** True if the run continues with values as they are read back; null until that matters. Races are harmless. */
    private @Nullable Boolean isReadBack;

    /**
     * The codec of a type.
     *
     * @param isApart whether values must not share objects with other values, so that a run always continues with a
     *     copy
     * @param isSorted whether the elements of sets are written in one order, so that every process writes what it has
     *     read
     */
    ValueCodec(JavaType type, JsonMapper mapper, int maxBytes, boolean isApart, boolean isSorted) {
        this.root = Path.root(type.getRawClass().getSimpleName());
        this.type = type;
        this.mapper = mapper;
        this.errors = new JsonErrors(root, maxBytes);
        this.maxBytes = maxBytes;
        // At the root, and nowhere else, Jackson looks at the class of a sealed value without the type arguments of its
        // declaration. A reference is written as what it refers to, with them.
        this.isWrapped = SealedTypes.isSealed(type.getRawClass()) && type.hasGenericTypes();
        JavaType written =
                isWrapped ? mapper.getTypeFactory().constructReferenceType(AtomicReference.class, type) : type;
        ObjectWriter asItComes = mapper.writerFor(written);
        this.comparing = SortedSets.comparing(asItComes);
        this.writer = isSorted ? comparing : asItComes;
        this.reader = mapper.readerFor(type).withHandler(new AbsentValues());
        this.isImmutable = new Immutability(mapper).isImmutable(type);
        this.isApart = isApart;
    }

    /**
     * Writes a value.
     *
     * @return the value as the run continues with it: of an open type as it was read back (R5)
     * @throws io.stepgraph.runtime.NotStorableException if it cannot be written or read back, or is above the size
     *     limit; names the path
     */
    public EncodedValue store(Object value) {
        return store(value, checks, isReadBack());
    }

    /**
     * Writes a value as {@link #store(Object)} does.
     *
     * @param ofItsKind counts the values of its kind that were written before
     */
    EncodedValue store(Object value, ReadBackSchedule ofItsKind) {
        return store(value, ofItsKind, isReadBack());
    }

    /** Writes a value. The run continues with a copy, unless the value is immutable. */
    public EncodedValue copied(Object value) {
        return store(value, checks, !isImmutable);
    }

    private EncodedValue store(Object value, ReadBackSchedule ofItsKind, boolean isCopied) {
        Json written = write(value, writer);
        Object read = ofItsKind.areDue() ? compared(value, written) : isCopied ? readBack(written) : value;
        ofItsKind.passed();
        return new EncodedValue(written, isCopied ? read : value);
    }

    /** Writes a value with which the run does not continue. */
    public Json write(Object value) {
        return store(value, checks, false).json();
    }

    private Json write(Object value, ObjectWriter by) {
        LimitedBytes bytes = new LimitedBytes(maxBytes);
        try {
            by.writeValue(bytes, isWrapped ? new AtomicReference<>(value) : value);
        } catch (RuntimeException | StackOverflowError e) {
            throw errors.unstorable(bytes, e);
        }
        return new Json(bytes.take());
    }

    /** Reads back a value that was just written and is not stored yet. */
    private Object readBack(Json written) {
        try {
            return read(written);
        } catch (UnreadableValueException e) {
            throw errors.notReadBack(e);
        }
    }

    /** Reads the written value back, writes the result again, and compares the JSON (R5). */
    private Object compared(Object value, Json written) {
        Object read = readBack(written);
        if (write(read, writer).equals(written)) {
            return read;
        }
        // The elements of a set may come in another order the second time, which does not affect equality.
        Json one = canonical(value);
        Json other = canonical(read);
        JsonDiff difference = JsonDiff.between(root, Canonical.tree(one), Canonical.tree(other));
        if (difference != null) {
            throw errors.notTheSame(
                    difference.path(),
                    "it was written as %s and came back as %s"
                            .formatted(JsonDiff.shown(difference.one()), JsonDiff.shown(difference.other())));
        }
        if (hasRepeatedKey(written)) {
            throw errors.notTheSame(root, "two keys of a map in it are written alike, and one of them is lost");
        }
        return read;
    }

    private boolean hasRepeatedKey(Json written) {
        try {
            Canonical.withoutRepeatedKeys(written);
            return false;
        } catch (JacksonException repeated) {
            return true;
        }
    }

    /**
     * Reads a value leniently: unknown fields are ignored, missing ones take their default.
     *
     * @throws UnreadableValueException if it cannot be read
     */
    public Object read(Json document) {
        @Nullable Object value;
        try {
            value = isReadBack() ? ExactNumbers.read(reader, document) : reader.readValue(document.utf8());
        } catch (RuntimeException | StackOverflowError e) {
            throw errors.unreadable(e);
        }
        if (value == null) {
            throw errors.unreadable(new IllegalArgumentException("the document is null"));
        }
        return value;
    }

    /**
     * A value as a document to compare (R3): keys and sets sorted, numbers normalised, so that equal values have equal
     * bytes in every process. Not to be stored for reading: {@code 1.00} has become {@code 1}. To compare a value with
     * a stored value, read the stored one and compare the canonical documents of both.
     *
     * @throws io.stepgraph.runtime.NotStorableException if it cannot be written, or is above the size limit; names the
     *     path
     */
    public Json canonical(Object value) {
        return Canonical.normalised(tree(value));
    }

    /** A value as a tree, its sets sorted, its numbers as they are. */
    public JsonNode tree(Object value) {
        return Canonical.tree(write(value, comparing));
    }

    /**
     * Finds out whether Jackson can build values of this type, without any.
     *
     * @param role the role of the values in the graph, such as {@code the state}; for messages
     * @throws io.stepgraph.runtime.NotStorableException if it cannot; the message names the path and what to do
     */
    public void checkType(String role) {
        TypeWalk walk = new TypeWalk(mapper, errors, role);
        walk.check(type, root);
        isReadBack = isReadBack(walk.isOpen());
    }

    private boolean isReadBack() {
        Boolean known = isReadBack;
        if (known == null) {
            known = isReadBack(TypeWalk.isOpen(mapper, type));
            isReadBack = known;
        }
        return known;
    }

    private boolean isReadBack(boolean isOpen) {
        return !isImmutable && (isApart || isOpen);
    }

    /** Whether values cannot have changed since they were written: records of immutable components all the way down. */
    public boolean isImmutable() {
        return isImmutable;
    }
}
