package io.stepgraph.internal.codec;

import io.stepgraph.internal.json.Path;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Finds the first place where two documents differ: in the order of the keys of the first, and then of those that it lacks. */
public final class JsonDiff {
    private JsonDiff() {}

    /** The path of the first difference, starting with the given name of the whole; null if there is none. */
    public static @Nullable Path between(Path path, @Nullable JsonNode one, @Nullable JsonNode other) {
        if (one == null || other == null) {
            return one == null && other == null ? null : path;
        }
        if (one.isObject() && other.isObject()) {
            return betweenObjects(path, one, other);
        }
        if (one.isArray() && other.isArray()) {
            return betweenArrays(path, one, other);
        }
        if (one.isNumber() && other.isNumber()) {
            return one.decimalValue().compareTo(other.decimalValue()) == 0 ? null : path;
        }
        return one.equals(other) ? null : path;
    }

    private static @Nullable Path betweenObjects(Path path, JsonNode one, JsonNode other) {
        for (String name : new TreeSet<>(one.propertyNames())) {
            Path difference = between(path.field(name), one.get(name), other.get(name));
            if (difference != null) {
                return difference;
            }
        }
        TreeSet<String> added = new TreeSet<>(other.propertyNames());
        added.removeAll(one.propertyNames());
        return added.isEmpty() ? null : path.field(added.first());
    }

    private static @Nullable Path betweenArrays(Path path, JsonNode one, JsonNode other) {
        for (int i = 0; i < Math.max(one.size(), other.size()); i++) {
            Path difference = between(path.element(i), one.get(i), other.get(i));
            if (difference != null) {
                return difference;
            }
        }
        return null;
    }
}
