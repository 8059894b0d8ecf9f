package io.stepgraph.runtime.json;

import io.stepgraph.runtime.json.StoredProperties.Property;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Whether a value that was read back is the one that was written (R5), object by object. It sees what their JSON does not
 * show: that a {@code Long} in a field of type {@code Object} came back as an {@code Integer}, that a subclass came back as
 * its parent, or that one object came back as two. Runs once per graph and process, so its cost does not matter.
 */
final class Sameness {

    /** Where two values differ first, and how, as the end of a sentence about that place. */
    record Difference(Path path, String what) {}

    private final StoredProperties properties;

    Sameness(StoredProperties properties) {
        this.properties = properties;
    }

    /** By what a map or set is sorted; natural order is no comparator. */
    private record Order(@Nullable Comparator<?> comparator) {
        static @Nullable Order of(Object container) {
            if (container instanceof NavigableMap<?, ?> map) {
                return new Order(map.comparator());
            }
            return container instanceof NavigableSet<?> set ? new Order(set.comparator()) : null;
        }
    }

    /** The first difference, or null. */
    @Nullable Difference difference(Path root, Object written, Object read) {
        return new Walk().between(root, written, read);
    }

    private final class Walk {
        private final IdentityHashMap<Object, Seen> seen = new IdentityHashMap<>();

        private record Seen(Path path, Object read) {}

        @Nullable Difference between(Path path, @Nullable Object one, @Nullable Object other) {
            if (one == other) {
                return null;
            }
            if (one == null || other == null) {
                return new Difference(path, "it is %s and comes back as %s".formatted(name(one), name(other)));
            }
            if (one instanceof JsonNode && other instanceof JsonNode) {
                return null; // It is JSON, which is compared anyway.
            }
            if (one instanceof Map<?, ?> map && other instanceof Map<?, ?> readMap) {
                return betweenMaps(path, map, readMap);
            }
            if (one instanceof Set<?> set && other instanceof Set<?> readSet) {
                return betweenSets(path, set, readSet);
            }
            if (one instanceof Collection<?> elements && other instanceof Collection<?> readElements) {
                if (one instanceof List != other instanceof List || one instanceof Set != other instanceof Set) {
                    return another(path, one, other);
                }
                return betweenElements(path, elements, readElements);
            }
            if (one.getClass() != other.getClass()) {
                return another(path, one, other);
            }
            if (one instanceof Optional<?> optional && other instanceof Optional<?> readOptional) {
                return between(path, optional.orElse(null), readOptional.orElse(null));
            }
            if (one instanceof AtomicReference<?> reference && other instanceof AtomicReference<?> readReference) {
                return between(path, reference.get(), readReference.get());
            }
            if (one instanceof Object[] array && other instanceof Object[] readArray) {
                return betweenElements(path, Arrays.asList(array), Arrays.asList(readArray));
            }
            if (isLeaf(one)) {
                return equal(one, other) ? null : changed(path, one, other);
            }
            return betweenObjects(path, one, other);
        }

        private @Nullable Difference betweenObjects(Path path, Object one, Object other) {
            Seen before = seen.putIfAbsent(one, new Seen(path, other));
            if (before != null) {
                return before.read() == other || !isMutable(one.getClass())
                        ? null
                        : new Difference(
                                path,
                                "it is the same object as %s, and comes back as another, so that a change of one would no"
                                                .formatted(before.path())
                                        + " longer be seen in the other. Make it a record, or hold it once and refer to it by"
                                        + " a key");
            }
            String hiding = properties.hiding(one.getClass());
            if (hiding != null) {
                return new Difference(
                        path.field(hiding), "it hides a field of a parent class, which is lost. Rename one");
            }
            for (Property property : properties.of(one.getClass())) {
                Difference difference = between(path.field(property.name()), property.of(one), property.of(other));
                if (difference != null) {
                    return difference;
                }
            }
            return null;
        }

        private @Nullable Difference betweenMaps(Path path, Map<?, ?> one, Map<?, ?> other) {
            Difference order = betweenOrders(path, Order.of(one), Order.of(other));
            if (order != null) {
                return order;
            }
            for (Map.Entry<?, ?> entry : one.entrySet()) {
                Path place = path.field(String.valueOf(entry.getKey()));
                if (!other.containsKey(entry.getKey())) {
                    return new Difference(
                            place, "its key, a %s, does not come back as an equal key".formatted(name(entry.getKey())));
                }
                Difference difference = between(place, entry.getValue(), other.get(entry.getKey()));
                if (difference != null) {
                    return difference;
                }
            }
            return one.size() == other.size() ? null : new Difference(path, "it comes back with other keys");
        }

        private @Nullable Difference betweenSets(Path path, Set<?> one, Set<?> other) {
            Difference order = betweenOrders(path, Order.of(one), Order.of(other));
            if (order != null) {
                return order;
            }
            if (one.size() != other.size()) {
                return new Difference(
                        path, "it comes back with %d elements instead of %d".formatted(other.size(), one.size()));
            }
            if (one.equals(other)) {
                return null;
            }
            // Most sets are read into one that keeps the order of the document, which is the order of writing. In
            // another,
            // elements that define no equals cannot be paired; their JSON is compared anyway.
            boolean isPaired = other instanceof LinkedHashSet<?> || other instanceof NavigableSet<?>;
            if (isPaired || one.stream().allMatch(element -> element == null || definesEquals(element.getClass()))) {
                return betweenElements(path, one, other);
            }
            return null;
        }

        private @Nullable Difference betweenOrders(Path path, @Nullable Order one, @Nullable Order other) {
            if (one == null || one.equals(other)) {
                return null;
            }
            return new Difference(
                    path,
                    other == null
                            ? "it is sorted and comes back unsorted. Declare it as sorted"
                            : "its comparator is lost. Sort by the natural order of its elements");
        }

        private @Nullable Difference betweenElements(Path path, Collection<?> one, Collection<?> other) {
            if (one.size() != other.size()) {
                return new Difference(
                        path, "it comes back with %d elements instead of %d".formatted(other.size(), one.size()));
            }
            Iterator<?> read = other.iterator();
            int index = 0;
            for (Object element : one) {
                Difference difference = between(path.element(index++), element, read.next());
                if (difference != null) {
                    return difference;
                }
            }
            return null;
        }
    }

    /** What has no stored properties of its own: the JDK's types, and those whose writing the user has taken over. */
    private boolean isLeaf(Object value) {
        Class<?> type = value.getClass();
        return type.isArray() || value instanceof Enum<?> || Refused.isOfTheJdk(type) || properties.isOpaque(type);
    }

    private static boolean equal(Object one, Object other) {
        return Objects.deepEquals(one, other) || !definesEquals(one.getClass());
    }

    // Reflection: only a type that defines equals can tell whether two of its values are. Their JSON is compared
    // anyway.
    private static boolean definesEquals(Class<?> type) {
        try {
            return type.isArray() || type.getMethod("equals", Object.class).getDeclaringClass() != Object.class;
        } catch (NoSuchMethodException e) {
            throw new AssertionError("every class has equals", e);
        }
    }

    private boolean isMutable(Class<?> type) {
        return properties.of(type).stream()
                .anyMatch(property -> !type.isRecord()
                        && !Modifier.isFinal(property.member().getMember().getModifiers()));
    }

    private static Difference another(Path path, Object one, Object other) {
        return new Difference(
                path,
                "it is %s and comes back as %s. Declare it with the type that it has"
                        .formatted(name(one), name(other)));
    }

    private static Difference changed(Path path, Object one, Object other) {
        return new Difference(path, "it is %s and comes back as %s".formatted(one, other));
    }

    private static String name(@Nullable Object value) {
        return value == null ? "null" : value.getClass().getTypeName();
    }
}
