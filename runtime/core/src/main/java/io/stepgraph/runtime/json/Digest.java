package io.stepgraph.runtime.json;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.io.JsonStringEncoder;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * What is kept of a canonical document whose values are not kept (S3): for each property of its objects a checksum of 64 bits,
 * so that a difference can still be named. It is made to be compared with one that another build has made: a property that
 * this build has and that one had not is compared with its default, one that only that build had is ignored. Deeper down,
 * where there is one checksum for all, whatever is empty (null, false, 0, an empty text, list or object) counts as not there.
 * So a property added since, with its default, is no difference, except deep down with a default that is not empty.
 *
 * <p>The checksums say no two values are the same by mistake only; they hide nothing and withstand nobody.
 */
public final class Digest {
    private final SortedMap<String, String> checksums;

    private Digest(SortedMap<String, String> checksums) {
        this.checksums = checksums;
    }

    /**
     * Takes a document apart.
     *
     * @param canonical an object
     * @param whole which of its properties have no properties of their own, but keys that are values
     */
    public static Digest of(JsonNode canonical, Set<String> whole) {
        SortedMap<String, String> checksums = new TreeMap<>();
        for (Map.Entry<String, JsonNode> part : canonical.properties()) {
            JsonNode value = part.getValue();
            if (value.isObject() && !whole.contains(part.getKey())) {
                for (Map.Entry<String, JsonNode> property : value.properties()) {
                    checksums.put(part.getKey() + "." + property.getKey(), checksum(property.getValue()));
                }
            } else {
                checksums.put(part.getKey(), checksum(value));
            }
        }
        return new Digest(checksums);
    }

    /** Reads what {@link #tree} gave. */
    public static Digest read(JsonNode stored) {
        SortedMap<String, String> checksums = new TreeMap<>();
        for (Map.Entry<String, JsonNode> part : stored.properties()) {
            checksums.put(part.getKey(), part.getValue().stringValue(""));
        }
        return new Digest(checksums);
    }

    /** The digest as a document. */
    public JsonNode tree() {
        ObjectNode tree = JsonNodeFactory.instance.objectNode();
        for (Map.Entry<String, String> part : checksums.entrySet()) {
            tree.put(part.getKey(), part.getValue());
        }
        return tree;
    }

    /**
     * The name of the first part that differs; null if none is known to.
     *
     * @param given the digest of another document, made by this build
     * @param defaults gives the digest of a document in which everything is left out; null if there is none
     */
    public @Nullable String difference(Digest given, Supplier<@Nullable Digest> defaults) {
        Set<String> names = new TreeSet<>(given.checksums.keySet());
        for (String name : names) {
            String mine = checksums.get(name);
            if (mine == null) {
                Digest initial = defaults.get();
                mine = initial == null ? null : initial.checksums.get(name);
            }
            if (mine != null && !mine.equals(given.checksums.get(name))) {
                return name;
            }
        }
        return null;
    }

    private static String checksum(JsonNode value) {
        StringBuilder text = new StringBuilder();
        boolean unused = append(value, text);
        byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
        CRC32 one = new CRC32();
        CRC32C other = new CRC32C();
        one.update(bytes);
        other.update(bytes);
        return Long.toHexString(one.getValue() << Integer.SIZE | other.getValue());
    }

    /** Writes a value without what is empty in its objects; false if it is empty itself. */
    private static boolean append(JsonNode node, StringBuilder out) {
        switch (node.getNodeType()) {
            case OBJECT -> {
                return appendObject(node, out);
            }
            case ARRAY -> {
                out.append('[');
                for (JsonNode element : node) {
                    boolean unused = append(element, out);
                    out.append(',');
                }
                out.append(']');
                return !node.isEmpty();
            }
            case STRING -> {
                appendText(node.stringValue(), out);
                return !node.stringValue().isEmpty();
            }
            case NUMBER -> {
                out.append(Canonical.shortest(node.decimalValue()));
                return node.decimalValue().signum() != 0;
            }
            case BOOLEAN -> {
                out.append(node.booleanValue());
                return node.booleanValue();
            }
            default -> {
                out.append("null");
                return false;
            }
        }
    }

    private static boolean appendObject(JsonNode object, StringBuilder out) {
        out.append('{');
        boolean isEmpty = true;
        for (Map.Entry<String, JsonNode> property : object.properties()) {
            int before = out.length();
            appendText(property.getKey(), out);
            out.append(':');
            if (append(property.getValue(), out)) {
                out.append(',');
                isEmpty = false;
            } else {
                out.setLength(before);
            }
        }
        out.append('}');
        return !isEmpty;
    }

    private static void appendText(String text, StringBuilder out) {
        out.append('"');
        JsonStringEncoder.getInstance().quoteAsString(text, out);
        out.append('"');
    }
}
