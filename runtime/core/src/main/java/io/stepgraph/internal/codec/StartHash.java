package io.stepgraph.internal.codec;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The part of a start that is kept after the end of the run (S3): the SHA-256 of each property of its state and input, so that
 * a difference can still be named. Builds compare it with that of another build: a property that this build has and the other
 * one had not is compared with its default, and a property that only the other one had is ignored. Inside a property, which has
 * one hash for all, everything empty (null, false, 0, an empty text, list or object) counts as absent. So a property added
 * since, with its default, is not a difference, except deep inside with a default that is not empty.
 *
 * <p>The hashes show differences. They hide nothing: short values can be found by trying.
 */
public final class StartHash {
    private final SortedMap<String, String> hashes = new TreeMap<>();

    private StartHash() {}

    /**
     * Computes the hash of a start.
     *
     * @param start a canonical object
     * @param whole those of its properties whose keys are values, as in a map: they have one hash
     */
    public static StartHash of(JsonNode start, Set<String> whole) {
        StartHash hash = new StartHash();
        for (Map.Entry<String, JsonNode> part : start.properties()) {
            String name = part.getKey();
            if (part.getValue().isObject() && !whole.contains(name)) {
                part.getValue()
                        .properties()
                        .forEach(property ->
                                hash.hashes.put(name + "." + property.getKey(), sha256(property.getValue())));
            } else {
                hash.hashes.put(name, sha256(part.getValue()));
            }
        }
        return hash;
    }

    /** Reads the result of {@link #tree}. */
    public static StartHash read(JsonNode stored) {
        StartHash hash = new StartHash();
        stored.properties()
                .forEach(part -> hash.hashes.put(part.getKey(), part.getValue().stringValue("")));
        return hash;
    }

    /** The hash as a document. */
    public JsonNode tree() {
        ObjectNode tree = JsonNodeFactory.instance.objectNode();
        hashes.forEach(tree::put);
        return tree;
    }

    /**
     * The name of the first part that differs; null if none is known to.
     *
     * @param given the hash of another start, made by this build
     * @param defaults gives the hash of a start in which everything is left out; null if there is none
     */
    public @Nullable String difference(StartHash given, Supplier<@Nullable StartHash> defaults) {
        for (Map.Entry<String, String> part : given.hashes.entrySet()) {
            String mine = hashes.get(part.getKey());
            if (mine == null) {
                StartHash initial = defaults.get();
                mine = initial == null ? null : initial.hashes.get(part.getKey());
            }
            if (mine != null && !mine.equals(part.getValue())) {
                return part.getKey();
            }
        }
        return null;
    }

    private static String sha256(JsonNode value) {
        byte[] bytes = withoutEmpty(value).toString().getBytes(StandardCharsets.UTF_8);
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("Every JDK has SHA-256.", impossible);
        }
    }

    private static JsonNode withoutEmpty(JsonNode node) {
        if (node instanceof ArrayNode array) {
            ArrayNode elements = JsonNodeFactory.instance.arrayNode(array.size());
            array.forEach(element -> elements.add(withoutEmpty(element)));
            return elements;
        }
        if (!node.isObject()) {
            return node;
        }
        ObjectNode left = JsonNodeFactory.instance.objectNode();
        for (Map.Entry<String, JsonNode> property : node.properties()) {
            JsonNode value = withoutEmpty(property.getValue());
            if (!isEmpty(value)) {
                left.set(property.getKey(), value);
            }
        }
        return left;
    }

    private static boolean isEmpty(JsonNode node) {
        return switch (node.getNodeType()) {
            case OBJECT, ARRAY -> node.isEmpty();
            case STRING -> node.stringValue().isEmpty();
            case NUMBER -> node.decimalValue().signum() == 0;
            case BOOLEAN -> !node.booleanValue();
            default -> true;
        };
    }
}
