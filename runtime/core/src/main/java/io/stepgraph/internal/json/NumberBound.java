package io.stepgraph.internal.json;

import java.math.BigDecimal;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.TokenStreamContext;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.exc.StreamWriteException;
import tools.jackson.core.util.JsonGeneratorDecorator;
import tools.jackson.core.util.JsonGeneratorDelegate;

/**
 * Limits the size of numbers that are stored or that come in. Numbers of Java are not bounded, and the time to
 * normalise one grows with the square of its digits; written out, one with a large exponent takes all memory. The same
 * bound holds for written values and for answers in JSON, so that each accepts the numbers of the other.
 */
public final class NumberBound {
    /** The most digits. A key of 32,768 bits has fewer. */
    private static final int MAX_DIGITS = 10_000;

    /** The largest distance of the last digit from the point, to either side. */
    private static final int MAX_SCALE = 10_000;

    /** The longest number that is accepted in an answer, in characters. */
    static final int MAX_LENGTH = MAX_DIGITS + MAX_SCALE + 100;

    /** The problem of a number beyond the bound. */
    public static final String PROBLEM =
            "a number with more than %s digits, or with an exponent of more than %s".formatted(MAX_DIGITS, MAX_SCALE);

    /** A number of so few bits never has too many digits; reading its size costs nothing. */
    private static final int SURELY_HELD = 33_000;

    private static final int SURELY_BEYOND = 33_500;

    private NumberBound() {}

    static boolean holds(BigInteger number) {
        int bits = number.bitLength();
        return bits <= SURELY_HELD || (bits <= SURELY_BEYOND && new BigDecimal(number).precision() <= MAX_DIGITS);
    }

    public static boolean holds(BigDecimal number) {
        return Math.abs((long) number.scale()) <= MAX_SCALE && holds(number.unscaledValue());
    }

    private static boolean holds(String literal) {
        try {
            return literal.length() <= MAX_LENGTH && holds(new BigDecimal(literal));
        } catch (ArithmeticException | NumberFormatException beyondAnyNumber) {
            return false;
        }
    }

    /**
     * The place of the first number of a document beyond the bound; null if there is none, or the document is not JSON.
     */
    public static @Nullable Path beyond(Path root, byte[] document) {
        try (JsonParser parser = Mappers.documents().createParser(document)) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                if (token.isNumeric() && !holds(parser.getString())) {
                    return path(root, parser.streamReadContext());
                }
            }
            return null;
        } catch (JacksonException notJson) {
            return null;
        }
    }

    private static Path path(Path root, TokenStreamContext context) {
        TokenStreamContext parent = context.getParent();
        if (parent == null) {
            return root;
        }
        Path around = path(root, parent);
        return context.inArray() ? around.element(context.getCurrentIndex()) : around.field(context.currentName());
    }

    /** Refuses to write a number beyond the bound, for every serializer. */
    static final class OnWriting implements JsonGeneratorDecorator {
        @Override
        public JsonGenerator decorate(TokenStreamFactory factory, JsonGenerator generator) {
            return new Bounded(generator);
        }
    }

    private static final class Bounded extends JsonGeneratorDelegate {
        Bounded(JsonGenerator out) {
            super(out, false);
        }

        @Override
        public JsonGenerator writeNumber(BigInteger number) {
            return number == null || holds(number) ? super.writeNumber(number) : refuse();
        }

        @Override
        public JsonGenerator writeNumber(BigDecimal number) {
            return number == null || holds(number) ? super.writeNumber(number) : refuse();
        }

        @Override
        public JsonGenerator writeNumber(String literal) {
            return holds(literal) ? super.writeNumber(literal) : refuse();
        }

        private JsonGenerator refuse() {
            throw new StreamWriteException(this, "it is " + PROBLEM + ". Round it, or store it as text");
        }
    }
}
