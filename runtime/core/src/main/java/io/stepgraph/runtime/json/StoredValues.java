package io.stepgraph.runtime.json;

import io.stepgraph.runtime.store.Json;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.json.JsonMapper;

/** The codec of one declared type: everything is looked up once, so that writing costs what Jackson costs. */
final class StoredValues implements ValueCodec {
    private final Path root;
    private final Canonical canonical;
    private final Problems problems;
    private final Sameness sameness;
    private final ObjectWriter writer;
    private final ObjectWriter comparing;
    private final ObjectReader reader;
    private final boolean wrapped;
    private final boolean immutable;
    private final int maxBytes;

    StoredValues(JavaType type, JsonMapper stored, JsonMapper comparing, Canonical canonical, int maxBytes) {
        this.root = Path.root(type.getRawClass().getSimpleName());
        this.canonical = canonical;
        this.problems = new Problems(root, maxBytes);
        this.sameness = new Sameness(new StoredProperties(stored));
        // At the root, and nowhere else, Jackson looks at the class of a sealed value without the type arguments of its
        // declaration. A reference is written as what it refers to, with them.
        this.wrapped = SealedTypes.isSealed(type.getRawClass()) && type.hasGenericTypes();
        JavaType written = wrapped ? stored.getTypeFactory().constructReferenceType(AtomicReference.class, type) : type;
        this.writer = stored.writerFor(written);
        this.comparing = comparing.writerFor(written);
        this.reader = stored.readerFor(type);
        this.immutable = new Immutability(stored).isImmutable(type);
        this.maxBytes = maxBytes;
    }

    @Override
    public Json write(Object value) {
        return write(value, writer);
    }

    @Override
    public Json canonical(Object value) {
        return canonical.normalised(tree(value));
    }

    /** A value as a tree, its sets sorted, its numbers as they are. */
    JsonNode tree(Object value) {
        return canonical.tree(write(value, comparing));
    }

    private Json write(Object value, ObjectWriter writer) {
        LimitedBytes bytes = new LimitedBytes(maxBytes);
        try {
            writer.writeValue(bytes, wrapped ? new AtomicReference<>(value) : value);
        } catch (RuntimeException e) {
            throw problems.unstorable(value, bytes, e);
        } catch (StackOverflowError e) {
            throw problems.tooDeep(e);
        }
        return new Json(bytes.take());
    }

    @Override
    public Object read(Json document) {
        @Nullable Object value;
        try {
            value = reader.readValue(document.utf8());
        } catch (RuntimeException | StackOverflowError e) {
            throw problems.unreadable(e);
        }
        if (value == null) {
            throw problems.unreadable(new IllegalArgumentException("the document is null"));
        }
        return value;
    }

    @Override
    public void verify(Object value, Json written) {
        Object back;
        try {
            back = read(written);
        } catch (UnreadableValue e) {
            throw problems.notReadBack(e);
        }
        Sameness.Difference difference = sameness.difference(root, value, back);
        if (difference != null) {
            throw problems.notTheSame(difference.path(), difference.what());
        }
        Path path = Difference.between(root, canonical.tree(canonical(value)), canonical.tree(canonical(back)));
        if (path != null) {
            throw problems.notTheSame(path, "it is written differently after it was read back");
        }
    }

    @Override
    public boolean isImmutable() {
        return immutable;
    }
}
