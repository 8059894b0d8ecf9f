package io.stepgraph.runtime.codec.type;

import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.NotStorableException;
import io.stepgraph.runtime.graph.ValueType;
import java.lang.reflect.Modifier;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.function.Function;

/**
 * The types of values that nobody has declared, such as the request of an effect: their classes. The class of a collection of the
 * JDK says too little. It may have no public name, as that of {@code List.of}; then an interface takes its place. And it does not
 * say what the elements are; then the class that all of them have does.
 */
public final class UndeclaredTypes {
    private static final ValueType ANY = ValueType.of(Object.class);

    /** They come back from JSON as they are, whatever the declared type; except a Double for which JSON has no number. */
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
                            common(map.keySet(), key -> of(key, what), what),
                            common(map.values(), element -> element(element, what), what));
        }
        if (value instanceof Collection<?> elements) {
            Class<?> shown = shown(type, shape(elements));
            return shown.getTypeParameters().length != 1
                    ? ValueType.of(shown)
                    : ValueType.of(shown, common(elements, element -> element(element, what), what));
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

    private static ValueType common(Collection<?> elements, Function<Object, ValueType> type, String what) {
        List<ValueType> types = distinct(elements, type);
        if (types.size() > 1) {
            throw new NotStorableException(
                    ErrorCode.NOT_STORABLE,
                    what,
                    "A collection in " + what + " holds values of several types, "
                            + distinct(elements, element -> of(element, what))
                            + ", and would be read back with others. Put it into a record, which declares the type of its"
                            + " elements.",
                    null);
        }
        return types.isEmpty() ? ANY : types.get(0);
    }

    private static List<ValueType> distinct(Collection<?> elements, Function<Object, ValueType> type) {
        return elements.stream().filter(Objects::nonNull).map(type).distinct().toList();
    }
}
