package io.stepgraph.internal.json;

import io.stepgraph.runtime.graph.Json;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.io.NumberOutput;
import tools.jackson.core.util.JsonParserDelegate;
import tools.jackson.databind.ObjectReader;

/**
 * A parser that loses no digit where no type is declared, as in {@code Map<String, Object>}: a number with a point or
 * an exponent is a {@link Double} if that is written with the same digits, else a {@link BigDecimal} (R5).
 */
public final class ExactNumbers extends JsonParserDelegate {
    private ExactNumbers(JsonParser parser) {
        super(parser);
    }

    /** Reads a document with its exact numbers. */
    public static @Nullable Object read(ObjectReader reader, Json document) {
        return reader.readValue(new ExactNumbers(reader.createParser(document.utf8())));
    }

    /**
     * Returns the type as which Jackson reads such a number where it builds an {@code Object} or a {@code JsonNode}.
     */
    @Override
    public NumberTypeFP getNumberTypeFP() {
        return isDouble() ? NumberTypeFP.DOUBLE64 : NumberTypeFP.BIG_DECIMAL;
    }

    @Override
    public Number getNumberValue() {
        return currentToken() != JsonToken.VALUE_NUMBER_FLOAT || isDouble()
                ? super.getNumberValue()
                : getDecimalValue();
    }

    private boolean isDouble() {
        return NumberOutput.toString(getDoubleValue(), true).equals(getString());
    }
}
