package io.stepgraph.internal.json;

import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.NotStorableException;
import java.lang.reflect.InaccessibleObjectException;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.exc.InvalidDefinitionException;

/** Makes the errors about a value: the problem, its place, and what to do (R12). */
public final class JsonErrors {
    private static final String WHAT_TO_DO =
            " Store data only: keep services in fields of the agent, mark what can be derived @JsonIgnore.";

    /** The types that can be the key of a stored map, as the end of a sentence. */
    public static final String OTHER_KEYS =
            "Use a String, a number, an enum or a UUID as key, or store a list of records that hold key and value";

    private final Path root;
    private final int maxBytes;

    public JsonErrors(Path root, int maxBytes) {
        this.root = root;
        this.maxBytes = maxBytes;
    }

    /** A value could not be written. */
    public NotStorableException unstorable(Object value, LimitedBytes written, RuntimeException e) {
        List<JacksonException.Reference> references = references(e);
        Path cycle = cycle(references);
        if (cycle != null) {
            return unstorable(
                    cycle, "it leads back to itself, so its JSON would have no end. Refer to it by a key.", e);
        }
        if (causes(e).stream().anyMatch(LimitedBytes.TooLarge.class::isInstance)) {
            return tooLarge(written);
        }
        if (causes(e).stream().anyMatch(StreamConstraintsException.class::isInstance)) {
            return tooDeep(e);
        }
        Path path = Path.of(root, references);
        if (causes(e).stream().anyMatch(NumberBound.Beyond.class::isInstance)) {
            return unstorable(path, "it is " + NumberBound.PROBLEM + ". Round it, or store it as text.", e);
        }
        String closed = closed(e);
        return unstorable(path, closed == null ? reason(e) + "." + WHAT_TO_DO : closed + ".", e);
    }

    /** A value is so deep that the stack or the limit ended it. */
    public NotStorableException tooDeep(Throwable e) {
        return unstorable(
                root,
                "it is nested more than %d levels deep, or leads back to itself. Flatten it, for example into a list."
                        .formatted(Mappers.MAX_DEPTH),
                e);
    }

    /** The written value cannot be read. */
    public NotStorableException notReadBack(UnreadableValueException e) {
        Throwable cause = Objects.requireNonNullElse(e.getCause(), e);
        String closed = closed(cause);
        if (key(cause) != null) {
            return unstorable(where(root, cause), reason(cause) + ".", e);
        }
        return unstorable(
                where(root, cause),
                "it is written, but cannot be read back: "
                        + (closed == null
                                ? reason(cause) + ". Use a record, a class with a constructor without parameters or one"
                                        + " with @JsonCreator or compiled with -parameters, or a sealed type of these."
                                : closed + "."),
                e);
    }

    /** Values of a type could never be read back, since nothing can build one. */
    NotStorableException unbuildable(Path path, String role, JavaType type) {
        String name = type.getRawClass().getName();
        String why = type.isAbstract()
                ? name
                        + " is abstract and not sealed, so that its JSON does not say which class to build. Make it sealed, or"
                        + " declare the class that the value has"
                : "Jackson finds no constructor of " + name
                        + " to build it with: the class has none without parameters,"
                        + " and the names of the parameters of the others are not in the class file. Compile with"
                        + " -parameters, annotate a constructor with @JsonCreator and its parameters with @JsonProperty, or"
                        + " make it a record";
        return unstorable(path, why + "." + belongsTo(role), null);
    }

    /** The same, for a reason that Jackson gives. */
    public NotStorableException unbuildable(Path path, String role, Throwable e) {
        String closed = closed(e);
        String why = closed == null ? reason(e) : closed;
        return unstorable(path, (why.endsWith(".") ? why : why + ".") + belongsTo(role), e);
    }

    private static String belongsTo(String role) {
        return " It belongs to " + role + ". Nothing was started.";
    }

    /** The written value reads back as another value. */
    public NotStorableException notTheSame(Path path, String what) {
        return new NotStorableException(
                ErrorCode.NOT_STORABLE,
                path.toString(),
                "%s cannot be stored, since it does not come back as it was: %s.".formatted(path, what),
                null);
    }

    /** A stored document is not a value of the type. */
    public UnreadableValueException unreadable(Throwable e) {
        String closed = closed(e);
        String why = e instanceof StackOverflowError ? "it is nested too deep" : closed == null ? reason(e) : closed;
        return new UnreadableValueException("%s cannot be read: %s.".formatted(where(root, e), why), e);
    }

    /** Where Jackson failed. */
    public static Path where(Path root, Throwable e) {
        return Path.of(root, references(e));
    }

    private NotStorableException unstorable(Path path, String why, @Nullable Throwable e) {
        return new NotStorableException(
                ErrorCode.NOT_STORABLE, path.toString(), "%s cannot be stored: %s".formatted(path, why), e);
    }

    private NotStorableException tooLarge(LimitedBytes written) {
        Path path = LargestField.of(root, written.take());
        return new NotStorableException(
                ErrorCode.VALUE_TOO_LARGE,
                path.toString(),
                "%s is above the limit of %d bytes; most of it is %s. Store less of it, or a reference to it."
                        .formatted(root, maxBytes, path),
                null);
    }

    /** Where the same object is met again on the way down. */
    private @Nullable Path cycle(List<JacksonException.Reference> references) {
        IdentityHashMap<Object, Object> passed = new IdentityHashMap<>();
        for (int i = 0; i < references.size(); i++) {
            Object from = references.get(i).from();
            if (from != null && passed.put(from, from) != null) {
                return Path.of(root, references.subList(0, i));
            }
        }
        return null;
    }

    private static List<JacksonException.Reference> references(Throwable e) {
        return e instanceof JacksonException jackson ? jackson.getPath() : List.of();
    }

    /** The type of a map's keys, if Jackson cannot read it; otherwise null. */
    private static @Nullable String key(Throwable e) {
        return e instanceof InvalidDefinitionException definition
                        && definition.getType() != null
                        && String.valueOf(definition.getOriginalMessage())
                                .startsWith("Cannot find a (Map) Key deserializer")
                ? definition.getType().toCanonical()
                : null;
    }

    /** Jackson's message without its own location. */
    public static String reason(Throwable e) {
        String key = key(e);
        if (key != null) {
            return "a key in JSON is a text, and %s would not come back from it. %s".formatted(key, OTHER_KEYS);
        }
        String text = e instanceof JacksonException jackson ? jackson.getOriginalMessage() : e.toString();
        return String.valueOf(text)
                .replaceFirst("\\s*\\(start marker at .*\\)$", "")
                .strip()
                .replaceFirst("\\.$", "");
    }

    /** Why Jackson cannot access a class, and how to allow it; null if the problem is another one. */
    private static @Nullable String closed(Throwable e) {
        if (causes(e).stream()
                .noneMatch(cause ->
                        cause instanceof IllegalAccessException || cause instanceof InaccessibleObjectException)) {
            return null;
        }
        for (JacksonException.Reference reference : references(e)) {
            Class<?> type = reference.from() instanceof Class<?> named
                    ? named
                    : Objects.requireNonNullElse(reference.from(), "").getClass();
            if (type.getModule().isNamed() && !UnsupportedTypes.isOfTheJdk(type)) {
                return "Jackson may not look into %s. Add \"opens %s to tools.jackson.databind;\" to the module-info.java"
                                .formatted(type.getName(), type.getPackageName())
                        + " of " + type.getModule().getName();
            }
        }
        return reason(e) + ". If the class is in a named module, its module-info.java needs"
                + " \"opens <its package> to tools.jackson.databind;\"";
    }

    private static List<Throwable> causes(Throwable e) {
        return Stream.iterate(e, cause -> cause != null, Throwable::getCause)
                .limit(50)
                .toList();
    }
}
