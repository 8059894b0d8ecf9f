package io.stepgraph.internal.json;

import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.NotStorableException;
import io.stepgraph.runtime.graph.ValueType;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The types of values that nobody has declared, such as the request of an effect: their classes. The class of a
 * collection of the JDK says too little. It may have no public name, as that of {@code List.of}; then an interface
 * takes its place. And it does not say what the elements are; then the class that all of them have does.
 */
public final class UndeclaredTypes {
    private static final ValueType ANY = ValueType.of(Object.class);

    private static final ValueType TEXT = ValueType.of(String.class);

    /** The type of the elements of an empty collection: all that can be read back of it is null. */
    private static final ValueType NOTHING = ValueType.of(Void.class);

    /**
     * They come back from JSON as they are, whatever the declared type; except a Double for which JSON has no number.
     */
    private static final Set<Class<?>> OF_JSON = Set.of(String.class, Boolean.class, Integer.class, Double.class);

    private UndeclaredTypes() {}

    /**
     * The type by which a value is written and read.
     *
     * @param what the value, for messages
     * @throws NotStorableException if a collection holds values of several types, other than those that JSON has itself
     */
    public static ValueType of(Object value, String what) {
        if (value instanceof Enum<?> constant) {
            return ValueType.of(constant.getDeclaringClass());
        }
        Class<?> type = value.getClass();
        if (!UnsupportedTypes.isOfTheJdk(type)) {
            return ValueType.of(type);
        }
        if (value instanceof Map<?, ?> map) {
            Class<?> shown = shown(type, map instanceof SortedMap ? SortedMap.class : Map.class);
            return shown.getTypeParameters().length != 2
                    ? ValueType.of(shown)
                    : ValueType.of(
                            shown,
                            common(map.keySet(), TEXT, key -> of(key, what), what),
                            common(map.values(), NOTHING, element -> element(element, what), what));
        }
        if (value instanceof Collection<?> elements) {
            Class<?> shown = shown(type, shape(elements));
            return shown.getTypeParameters().length != 1
                    ? ValueType.of(shown)
                    : ValueType.of(shown, common(elements, NOTHING, element -> element(element, what), what));
        }
        return ValueType.of(type);
    }

    private static Class<?> shown(Class<?> type, Class<?> shape) {
        return Modifier.isPublic(type.getModifiers()) ? type : shape;
    }

    private static Class<?> shape(Collection<?> elements) {
        if (elements instanceof List) {
            return List.class;
        }
        if (elements instanceof EnumSet) {
            return EnumSet.class;
        }
        if (elements instanceof SortedSet) {
            return SortedSet.class;
        }
        return elements instanceof Set ? Set.class : Collection.class;
    }

    private static ValueType element(Object element, String what) {
        boolean isNumber = !(element instanceof Double number) || Double.isFinite(number);
        return isNumber && OF_JSON.contains(element.getClass()) ? ANY : of(element, what);
    }

    private static ValueType common(
            Collection<?> elements, ValueType ofNone, Function<Object, ValueType> type, String what) {
        ValueType common = NOTHING;
        for (Object element : elements) {
            common = element == null ? common : both(common, type.apply(element));
            if (common == null) {
                throw notStorable(
                        "A collection in " + what + " holds values of several types, "
                                + elements.stream()
                                        .filter(Objects::nonNull)
                                        .map(each -> of(each, what))
                                        .distinct()
                                        .toList()
                                + ", and would be read back with others.",
                        what);
            }
        }
        return common.equals(NOTHING) ? ofNone : common;
    }

    /** The type of values of either type; null if there is none. An empty list has the type of any other list. */
    private static @Nullable ValueType both(ValueType one, ValueType other) {
        if (one.equals(other) || other.equals(NOTHING)) {
            return one;
        }
        if (one.equals(NOTHING)) {
            return other;
        }
        if (one.type() != other.type()) {
            return null;
        }
        List<ValueType> arguments = new ArrayList<>();
        for (int i = 0; i < one.arguments().size(); i++) {
            ValueType argument = both(one.arguments().get(i), other.arguments().get(i));
            if (argument == null) {
                return null;
            }
            arguments.add(argument);
        }
        return new ValueType(one.type(), arguments);
    }

    /**
     * Whether a value that was read by a type has more levels than it: objects and lists that were written by other
     * types.
     */
    public static boolean isDeeper(@Nullable Object value, ValueType type) {
        if (value instanceof Map<?, ?> map) {
            return isDeeper(map.values(), type);
        }
        if (!(value instanceof Collection<?> elements)) {
            return false;
        }
        List<ValueType> arguments = type.arguments();
        return arguments.isEmpty()
                ? type.equals(ANY)
                : elements.stream().anyMatch(element -> isDeeper(element, arguments.get(arguments.size() - 1)));
    }

    /**
     * The error of a value that would be read back as another.
     *
     * @param problem the problem, as a sentence
     */
    public static NotStorableException notStorable(String problem, String what) {
        return new NotStorableException(
                ErrorCode.NOT_STORABLE,
                what,
                problem + " Put it into a record, which declares the type of its elements.",
                null);
    }
}
