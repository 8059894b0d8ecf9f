package io.stepgraph.internal.codec;

import io.stepgraph.internal.json.Buildable;
import io.stepgraph.internal.json.Canonical;
import io.stepgraph.internal.json.JsonErrors;
import io.stepgraph.internal.json.LimitedBytes;
import io.stepgraph.internal.json.Path;
import io.stepgraph.internal.json.SealedTypes;
import io.stepgraph.internal.json.StoredProperties;
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

/** The codec of one declared type: everything is looked up once, so that writing costs what Jackson costs. */
final class StoredValues implements ValueCodec {
    private final Path root;
    private final JavaType type;
    private final JsonMapper stored;
    private final StoredProperties properties;
    private final Canonical canonical;
    private final JsonErrors problems;
    private final RoundTripCheck sameness;
    private final ObjectWriter writer;
    private final ObjectWriter comparing;
    private final ObjectReader reader;
    private final boolean wrapped;
    private final boolean immutable;
    private final boolean open;
    private final int maxBytes;

    StoredValues(JavaType type, JsonMapper stored, JsonMapper comparing, Canonical canonical, int maxBytes) {
        this.root = Path.root(type.getRawClass().getSimpleName());
        this.canonical = canonical;
        this.problems = new JsonErrors(root, maxBytes);
        this.type = type;
        this.stored = stored;
        this.properties = new StoredProperties(stored);
        this.sameness = new RoundTripCheck(properties);
        // At the root, and nowhere else, Jackson looks at the class of a sealed value without the type arguments of its
        // declaration. A reference is written as what it refers to, with them.
        this.wrapped = SealedTypes.isSealed(type.getRawClass()) && type.hasGenericTypes();
        JavaType written = wrapped ? stored.getTypeFactory().constructReferenceType(AtomicReference.class, type) : type;
        this.writer = stored.writerFor(written);
        this.comparing = comparing.writerFor(written);
        this.reader = stored.readerFor(type);
        this.immutable = new Immutability(stored).isImmutable(type);
        this.open = !immutable && new OpenTypes(stored, properties).isOpen(type);
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
    public Object readBack(Json written) {
        try {
            return read(written);
        } catch (UnreadableValueException e) {
            throw problems.notReadBack(e);
        }
    }

    @Override
    public ReadBack verify(Object value, Json written) {
        Object read = readBack(written);
        ReadBack back = new ReadBack(read, sameness.differences(root, value, read));
        Json again = write(back.value());
        if (again.equals(written)) {
            return back;
        }
        // The elements of a set may come in another order the second time, which does not affect equality.
        boolean isEqual = canonical(back.value()).equals(canonical(value));
        if (isEqual && !hasRepeatedKey(written)) {
            return back;
        }
        Path path = JsonDiff.between(root, canonical.tree(canonical(value)), canonical.tree(canonical(back.value())));
        throw path == null
                ? problems.notTheSame(root, "two keys of a map in it are written alike, and one of them is lost")
                : problems.notTheSame(path, whyDifferent(path, back));
    }

    private boolean hasRepeatedKey(Json written) {
        try {
            canonical.withoutRepeatedKeys(written);
            return false;
        } catch (JacksonException repeated) {
            return true;
        }
    }

    /** The objects say more of it than their JSON. */
    private static String whyDifferent(Path path, ReadBack back) {
        String place = path.toString();
        return back.differences().stream()
                .filter(difference -> difference.path().equals(place))
                .map(ReadBack.Difference::what)
                .findFirst()
                .orElse("it is written differently after it was read back");
    }

    @Override
    public void checkType(String role) {
        new Buildable(stored, properties, problems, role).check(type, root);
    }

    @Override
    public boolean isImmutable() {
        return immutable;
    }

    @Override
    public boolean isOpen() {
        return open;
    }
}
