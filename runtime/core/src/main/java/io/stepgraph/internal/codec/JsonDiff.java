package io.stepgraph.internal.codec;

import io.stepgraph.internal.json.Canonical;
import io.stepgraph.internal.json.Path;
import io.stepgraph.runtime.graph.Json;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The first place where two documents differ: in the order of the keys of the first, and then of those that it lacks.
 *
 * @param path the place
 * @param one what the first document has there; null for nothing
 * @param other what the second document has there; null for nothing
 */
public record JsonDiff(
        Path path, @Nullable JsonNode one, @Nullable JsonNode other) {
    private static final int MAX_SHOWN = 100;

    /**
     * Returns the path of the first place where two documents differ, such as {@code notes[2].text}.
     *
     * @return null if there is no difference
     */
    public static @Nullable String pathBetween(Json one, Json other) {
        JsonDiff difference = between(Path.root(""), Canonical.tree(one), Canonical.tree(other));
        return difference == null ? null : difference.path.toString();
    }

    /**
     * Compares two documents. Numbers differ by value, not by how they are written.
     *
     * @param path begins the path of the difference
     * @return null if there is no difference
     */
    public static @Nullable JsonDiff between(Path path, @Nullable JsonNode one, @Nullable JsonNode other) {
        if (one == null || other == null) {
            return one == null && other == null ? null : new JsonDiff(path, one, other);
        }
        if (one.isObject() && other.isObject()) {
            return betweenObjects(path, one, other);
        }
        if (one.isArray() && other.isArray()) {
            return betweenArrays(path, one, other);
        }
        return isSame(one, other) ? null : new JsonDiff(path, one, other);
    }

    private static boolean isSame(JsonNode one, JsonNode other) {
        if (one.isNumber() && other.isNumber()) {
            return one.decimalValue().compareTo(other.decimalValue()) == 0;
        }
        return one.equals(other);
    }

    private static @Nullable JsonDiff betweenObjects(Path path, JsonNode one, JsonNode other) {
        TreeSet<String> names = new TreeSet<>(one.propertyNames());
        TreeSet<String> added = new TreeSet<>(other.propertyNames());
        added.removeAll(names);
        added.removeIf(name -> other.get(name).isNull()); // a component that a newer build has, and nothing in it
        for (String name : names) {
            JsonDiff difference = between(path.field(name), one.get(name), other.get(name));
            if (difference != null) {
                return difference;
            }
        }
        return added.isEmpty() ? null : between(path.field(added.first()), null, other.get(added.first()));
    }

    private static @Nullable JsonDiff betweenArrays(Path path, JsonNode one, JsonNode other) {
        for (int i = 0; i < Math.max(one.size(), other.size()); i++) {
            JsonDiff difference = between(path.element(i), one.get(i), other.get(i));
            if (difference != null) {
                return difference;
            }
        }
        return null;
    }

    /** The value in one of the documents, for a message. */
    static String shown(@Nullable JsonNode value) {
        if (value == null) {
            return "nothing";
        }
        if (value.isContainer()) {
            return value.isObject() ? "an object" : "an array of " + value.size();
        }
        String text = value.toString();
        return text.length() <= MAX_SHOWN ? text : "a value of %s characters".formatted(text.length());
    }
}
