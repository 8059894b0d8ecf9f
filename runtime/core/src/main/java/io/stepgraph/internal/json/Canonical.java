package io.stepgraph.internal.json;

import io.stepgraph.runtime.graph.Json;
import java.math.BigDecimal;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.json.JsonMapper;

/** Documents whose keys are sorted, with their numbers normalised or left as they are. */
public final class Canonical {

    /** Longer whole numbers are written with an exponent. */
    private static final int MAX_PLAIN_DIGITS = 40;

    private static final JsonMapper MAPPER = Mappers.documents();

    private static final ObjectReader READER =
            MAPPER.readerFor(JsonNode.class).with(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

    private Canonical() {}

    /**
     * A document as a tree that keeps every digit.
     *
     * @throws JacksonException if it is not JSON
     */
    public static JsonNode tree(Json document) {
        try {
            return READER.readTree(document.utf8());
        } catch (ArithmeticException | NumberFormatException beyondAnyNumber) {
            throw new StreamReadException(null, "it holds a number that Java does not have", beyondAnyNumber);
        }
    }

    /**
     * Finds out whether no object of a document has two properties of the same name.
     *
     * @throws tools.jackson.core.JacksonException if one has
     */
    public static void withoutRepeatedKeys(Json document) {
        READER.with(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY).readTree(document.utf8());
    }

    /** Keys sorted, numbers normalised: equal values are equal texts. */
    public static Json normalised(JsonNode tree) {
        return write(tree, true);
    }

    /** Keys sorted, numbers as they are written: nothing is lost. */
    public static Json sorted(JsonNode tree) {
        return write(tree, false);
    }

    /** The tree as it stands. */
    public static Json unsorted(JsonNode tree) {
        return new Json(MAPPER.writeValueAsBytes(tree));
    }

    private static Json write(JsonNode tree, boolean normalise) {
        LimitedBytes bytes = new LimitedBytes(Integer.MAX_VALUE);
        try (JsonGenerator out = MAPPER.createGenerator(bytes)) {
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

    /**
     * Returns the same number for equal numbers. A number beyond the bound does not change: stripping its zeros could
     * take minutes.
     */
    static BigDecimal shortest(BigDecimal number) {
        return NumberBound.holds(number.unscaledValue()) ? number.stripTrailingZeros() : number;
    }

    private static String number(BigDecimal number) {
        BigDecimal shortest = shortest(number);
        boolean whole = shortest.scale() <= 0 && shortest.precision() - (long) shortest.scale() <= MAX_PLAIN_DIGITS;
        return whole ? shortest.toPlainString() : shortest.toString();
    }
}
