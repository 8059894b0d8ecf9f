package io.stepgraph.internal.codec;

import io.stepgraph.internal.json.JsonErrors;
import io.stepgraph.internal.json.Path;
import io.stepgraph.internal.json.StoredProperties;
import io.stepgraph.internal.json.StoredProperties.Property;
import io.stepgraph.internal.json.UnsupportedTypes;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Finds differences, which JSON does not show, between a written object and the one read back (R5), such as an {@code Integer}
 * for a {@code Long}. It ignores whether a list is mutable, and the order of hash tables: no code may rely on either.
 */
public final class RoundTripCheck {
    /** As many differences as anybody reads. */
    private static final int MOST = 20;

    private final StoredProperties properties;

    public RoundTripCheck(StoredProperties properties) {
        this.properties = properties;
    }

    /** The comparator of a map or set; null for natural order. */
    private record Order(@Nullable Comparator<?> comparator) {
        static @Nullable Order of(Object container) {
            if (container instanceof SortedMap<?, ?> map) {
                return new Order(map.comparator());
            }
            if (container instanceof SortedSet<?> set) {
                return new Order(set.comparator());
            }
            return container instanceof EnumMap<?, ?> ? new Order(null) : null;
        }
    }

    /** The differences, in the order of the fields. */
    public List<ReadBack.Difference> differences(Path root, Object written, Object read) {
        Walk walk = new Walk();
        walk.between(root, written, read);
        return List.copyOf(walk.found);
    }

    private final class Walk {
        private final List<ReadBack.Difference> found = new ArrayList<>();
        private final IdentityHashMap<Object, Seen> seen = new IdentityHashMap<>();

        private record Seen(Path path, Object read) {}

        void between(Path path, @Nullable Object one, @Nullable Object other) {
            if (one == other || found.size() >= MOST) {
                return;
            }
            if (one == null || other == null) {
                found(path, "it is %s and comes back as %s".formatted(name(one), name(other)));
            } else if (one instanceof JsonNode && other instanceof JsonNode) {
                return; // It is JSON, which is compared anyway.
            } else if (one instanceof Map<?, ?> map && other instanceof Map<?, ?> readMap) {
                if (isFirst(path, one, other)) {
                    betweenMaps(path, map, readMap);
                }
            } else if (one instanceof Set<?> set && other instanceof Set<?> readSet) {
                if (isFirst(path, one, other)) {
                    betweenSets(path, set, readSet);
                }
            } else if (one instanceof Collection<?> elements && other instanceof Collection<?> readElements) {
                if (isFirst(path, one, other)) {
                    betweenCollections(path, elements, readElements);
                }
            } else if (one.getClass() != other.getClass()) {
                another(path, one, other);
            } else if (one instanceof Optional<?> optional && other instanceof Optional<?> readOptional) {
                between(path, optional.orElse(null), readOptional.orElse(null));
            } else if (one instanceof AtomicReference<?> reference
                    && other instanceof AtomicReference<?> readReference) {
                between(path, reference.get(), readReference.get());
            } else if (one instanceof Object[] array && other instanceof Object[] readArray) {
                betweenElements(path, Arrays.asList(array), Arrays.asList(readArray));
            } else if (isLeaf(one)) {
                if (!equal(one, other)) {
                    found(path, "it is %s and comes back as %s".formatted(one, other));
                }
            } else if (isFirst(path, one, other)) {
                betweenObjects(path, one, other);
            }
        }

        /** Whether an object appears for the first time; a mutable object must come back as one object. */
        private boolean isFirst(Path path, Object one, Object other) {
            Seen before = seen.putIfAbsent(one, new Seen(path, other));
            if (before == null) {
                return true;
            }
            if (before.read() == other) {
                return false;
            }
            if (!isMutable(one)) {
                return true; // It may hold something that can be changed.
            }
            found(
                    path,
                    "it is the same object as %s, and comes back as another, so that a change of one is not seen in"
                                    .formatted(before.path())
                            + " the other. Make it a record, or hold it once and refer to it by a key");
            return false;
        }

        private void betweenObjects(Path path, Object one, Object other) {
            String hiding = properties.hiding(one.getClass());
            if (hiding != null) {
                found(path.field(hiding), "it hides a field of a parent class, which is lost. Rename one");
            }
            for (Property property : properties.of(one.getClass())) {
                between(path.field(property.name()), property.of(one), property.of(other));
            }
        }

        private void betweenMaps(Path path, Map<?, ?> one, Map<?, ?> other) {
            betweenOrders(path, one, other);
            for (Map.Entry<?, ?> entry : one.entrySet()) {
                Path place = path.field(String.valueOf(entry.getKey()));
                if (other.containsKey(entry.getKey())) {
                    between(place, entry.getValue(), other.get(entry.getKey()));
                } else {
                    found(
                            place,
                            "its key is %s and does not come back from its text as an equal key. %s"
                                    .formatted(name(entry.getKey()), JsonErrors.OTHER_KEYS));
                }
            }
        }

        private void betweenSets(Path path, Set<?> one, Set<?> other) {
            betweenOrders(path, one, other);
            if (one.equals(other)) {
                return;
            }
            // Most sets are read into one that keeps the order of the document, which is the order of writing. In
            // another,
            // elements that define no equals cannot be paired; their JSON is compared anyway.
            boolean isPaired = other instanceof LinkedHashSet<?> || other instanceof SortedSet<?>;
            if (isPaired || one.stream().allMatch(element -> element == null || definesEquals(element.getClass()))) {
                betweenElements(path, one, other);
            }
        }

        private void betweenCollections(Path path, Collection<?> one, Collection<?> other) {
            boolean isAnother = one instanceof List != other instanceof List
                    || one instanceof Set != other instanceof Set
                    || one instanceof PriorityQueue != other instanceof PriorityQueue;
            if (isAnother) {
                another(path, one, other);
            }
            betweenElements(path, one, other);
        }

        private void betweenOrders(Path path, Object one, Object other) {
            Order order = Order.of(one);
            Order read = Order.of(other);
            if (order == null || order.equals(read)) {
                return;
            }
            found(
                    path,
                    read == null
                            ? "it is sorted (%s) and comes back unsorted (%s). Declare it as sorted"
                                    .formatted(name(one), name(other))
                            : "its comparator is lost. Sort by the natural order of its elements");
        }

        private void betweenElements(Path path, Collection<?> one, Collection<?> other) {
            Iterator<?> read = other.iterator();
            int index = 0;
            for (Object element : one) {
                if (!read.hasNext()) {
                    return; // Their JSON differs, which is compared anyway.
                }
                between(path.element(index++), element, read.next());
            }
        }

        private void another(Path path, Object one, Object other) {
            found(
                    path,
                    "it is %s and comes back as %s. Declare it with the type that it has"
                            .formatted(name(one), name(other)));
        }

        private void found(Path path, String what) {
            found.add(new ReadBack.Difference(path.toString(), what));
        }
    }

    /** Types without stored properties: the types of the JDK, and types that the user writes with a serializer. */
    private boolean isLeaf(Object value) {
        Class<?> type = value.getClass();
        return type.isArray()
                || value instanceof Enum<?>
                || UnsupportedTypes.isOfTheJdk(type)
                || properties.isOpaque(type);
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

    private boolean isMutable(Object value) {
        Class<?> type = value.getClass();
        if (value instanceof Map<?, ?> || value instanceof Collection<?>) {
            // The collections of the JDK that cannot be changed have no class that can be named in code.
            return Modifier.isPublic(type.getModifiers());
        }
        return properties.of(type).stream()
                .anyMatch(property -> !type.isRecord()
                        && !Modifier.isFinal(property.member().getMember().getModifiers()));
    }

    private static String name(@Nullable Object value) {
        return value == null ? "null" : value.getClass().getTypeName();
    }
}
