package io.stepgraph.runtime.json;

import io.stepgraph.runtime.store.Json;
import java.math.BigDecimal;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.json.JsonMapper;

/** Documents whose keys are sorted, with their numbers normalised or left as they are. */
final class Canonical {

    /** Longer whole numbers keep their exponent, so that 1e999999999 does not become a text of that length. */
    private static final int MAX_DIGITS = 40;

    private final JsonMapper mapper = Mappers.documents();
    private final ObjectReader reader;

    Canonical() {
        this.reader = mapper.readerFor(JsonNode.class).with(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);
    }

    /** A document as a tree that keeps every digit. */
    JsonNode tree(Json document) {
        return reader.readTree(document.utf8());
    }

    /** Keys sorted, numbers normalised: equal values are equal texts. */
    Json normalised(JsonNode tree) {
        return write(tree, true);
    }

    /** Keys sorted, numbers as they are written: nothing is lost. */
    Json sorted(JsonNode tree) {
        return write(tree, false);
    }

    /** The tree as it stands. */
    Json asItIs(JsonNode tree) {
        return new Json(mapper.writeValueAsBytes(tree));
    }

    private Json write(JsonNode tree, boolean normalise) {
        LimitedBytes bytes = new LimitedBytes(Integer.MAX_VALUE);
        try (JsonGenerator out = mapper.createGenerator(bytes)) {
            write(tree, normalise, out);
        }
        return new Json(bytes.take());
    }

    private static void write(JsonNode node, boolean normalise, JsonGenerator out) {
        switch (node.getNodeType()) {
            case OBJECT -> {
                Map<String, JsonNode> sorted = new TreeMap<>();
                for (Map.Entry<String, JsonNode> property : node.properties()) {
                    sorted.put(property.getKey(), property.getValue());
                }
                out.writeStartObject();
                for (Map.Entry<String, JsonNode> property : sorted.entrySet()) {
                    out.writeName(property.getKey());
                    write(property.getValue(), normalise, out);
                }
                out.writeEndObject();
            }
            case ARRAY -> {
                out.writeStartArray();
                for (JsonNode element : node) {
                    write(element, normalise, out);
                }
                out.writeEndArray();
            }
            case NUMBER ->
                out.writeNumber(
                        normalise
                                ? number(node.decimalValue())
                                : node.decimalValue().toString());
            case STRING -> out.writeString(node.stringValue());
            case BOOLEAN -> out.writeBoolean(node.booleanValue());
            default -> out.writeNull();
        }
    }

    private static String number(BigDecimal number) {
        BigDecimal shortest = number.stripTrailingZeros();
        boolean whole = shortest.scale() <= 0 && shortest.precision() - (long) shortest.scale() <= MAX_DIGITS;
        return whole ? shortest.toPlainString() : shortest.toString();
    }
}
