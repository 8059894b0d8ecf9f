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

/** Makes the errors about a value: its place, and the problem as Jackson tells it (R12). */
public final class JsonErrors {
    private final Path root;
    private final int maxBytes;

    public JsonErrors(Path root, int maxBytes) {
        this.root = root;
        this.maxBytes = maxBytes;
    }

    /** The error for a value whose writing failed after these bytes. */
    public NotStorableException unstorable(LimitedBytes written, Throwable e) {
        if (isCausedBy(e, LimitedBytes.TooLarge.class)) {
            Path largest = LargestField.of(root, written.take());
            return new NotStorableException(
                    ErrorCode.VALUE_TOO_LARGE,
                    largest.toString(),
                    "%s is above the limit of %s bytes; most of it is %s. Store less of it, or a reference to it."
                            .formatted(root, maxBytes, largest),
                    null);
        }
        Path cycle = cycle(references(e));
        if (cycle != null) {
            return unstorable(
                    cycle, "it leads back to itself, so its JSON would have no end. Refer to it by a key.", e);
        }
        return e instanceof StackOverflowError || isCausedBy(e, StreamConstraintsException.class)
                ? unstorable(
                        root,
                        "it is nested more than %s levels deep, or leads back to itself. Flatten it, for example into a list."
                                .formatted(Mappers.MAX_DEPTH),
                        e)
                : unstorable(where(root, e), why(e) + ".", e);
    }

    /** The written value cannot be read. */
    public NotStorableException notReadBack(UnreadableValueException e) {
        Throwable cause = Objects.requireNonNullElse(e.getCause(), e);
        return unstorable(where(root, cause), "it is written, but cannot be read back: " + why(cause) + ".", e);
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
        return unstorable(path, why + belongsTo(role), null);
    }

    /** Returns the same error, for a reason that Jackson gives. */
    public NotStorableException unbuildable(Path path, String role, Throwable e) {
        return unstorable(path, why(e) + belongsTo(role), e);
    }

    private static String belongsTo(String role) {
        return ". It belongs to " + role + ". Nothing was started.";
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
        String why = e instanceof StackOverflowError ? "it is nested too deep" : why(e);
        return new UnreadableValueException("%s cannot be read: %s.".formatted(where(root, e), why), e);
    }

    /** Returns the place where Jackson failed. */
    public static Path where(Path root, Throwable e) {
        return Path.of(root, references(e));
    }

    private static NotStorableException unstorable(Path path, String why, @Nullable Throwable e) {
        return new NotStorableException(
                ErrorCode.NOT_STORABLE, path.toString(), "%s cannot be stored: %s".formatted(path, why), e);
    }

    /** Returns the place where the same object is met again on the way down. */
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

    /** Jackson's message without its own location and its final full stop. */
    public static String reason(Throwable e) {
        String text = e instanceof JacksonException jackson ? jackson.getOriginalMessage() : e.toString();
        return String.valueOf(text)
                .replaceFirst("\\s*\\(start marker at .*\\)$", "")
                .strip()
                .replaceFirst("\\.$", "");
    }

    /** Returns the reason; if Jackson cannot access a class, also how to allow it. */
    private static String why(Throwable e) {
        if (!isCausedBy(e, IllegalAccessException.class) && !isCausedBy(e, InaccessibleObjectException.class)) {
            return reason(e);
        }
        for (JacksonException.Reference reference : references(e)) {
            Class<?> type = reference.from() instanceof Class<?> named
                    ? named
                    : Objects.requireNonNullElse(reference.from(), "").getClass();
            if (type.getModule().isNamed() && !UnsupportedTypes.isOfTheJdk(type)) {
                return "Jackson may not look into %s. Add \"opens %s to tools.jackson.databind;\" to the module-info.java of %s"
                        .formatted(
                                type.getName(),
                                type.getPackageName(),
                                type.getModule().getName());
            }
        }
        return reason(e) + ". If the class is in a named module, its module-info.java needs"
                + " \"opens <its package> to tools.jackson.databind;\"";
    }

    private static boolean isCausedBy(Throwable e, Class<? extends Throwable> type) {
        return Stream.iterate(e, cause -> cause != null, Throwable::getCause)
                .limit(50)
                .anyMatch(type::isInstance);
    }
}
