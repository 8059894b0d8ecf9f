package io.stepgraph.internal.json;

import java.math.BigDecimal;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.TokenStreamContext;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.exc.StreamWriteException;
import tools.jackson.core.util.JsonGeneratorDecorator;
import tools.jackson.core.util.JsonGeneratorDelegate;

/**
 * How large a number may be that is stored or that comes in. Numbers of Java are not bounded, and the time to normalise one
 * grows with the square of its digits; written out, one with a large exponent takes all memory. The same bound holds for
 * written values and for answers in JSON, so that each accepts the numbers of the other.
 */
public final class NumberBound {
    /** The most digits. A key of 32,768 bits has fewer. */
    static final int MAX_DIGITS = 10_000;

    /** How far the last digit may be from the point, to either side. */
    static final int MAX_SCALE = 10_000;

    /** The problem of a number beyond the bound. */
    public static final String PROBLEM =
            "a number with more than %d digits, or with an exponent of more than %d".formatted(MAX_DIGITS, MAX_SCALE);

    /** A number of so few bits never has too many digits; reading its size costs nothing. */
    private static final int SURELY_HELD = 33_000;

    private static final int SURELY_BEYOND = 33_500;
    private static final int EXPONENT_OF_NONE = 1_000_000_000;

    private NumberBound() {}

    static boolean holds(BigInteger number) {
        int bits = number.bitLength();
        return bits <= SURELY_HELD || (bits <= SURELY_BEYOND && new BigDecimal(number).precision() <= MAX_DIGITS);
    }

    static boolean holds(BigDecimal number) {
        return Math.abs((long) number.scale()) <= MAX_SCALE && holds(number.unscaledValue());
    }

    /** The same for a number in JSON, which may be one that no Java type holds. */
    static boolean holds(CharSequence literal) {
        int digits = 0;
        int fraction = 0;
        boolean isFraction = false;
        int at = 0;
        for (; at < literal.length() && literal.charAt(at) != 'e' && literal.charAt(at) != 'E'; at++) {
            char c = literal.charAt(at);
            if (c == '.') {
                isFraction = true;
            } else if (c != '-' && c != '+') {
                digits += digits > 0 || c != '0' ? 1 : 0;
                fraction += isFraction ? 1 : 0;
            }
        }
        return digits <= MAX_DIGITS && Math.abs(fraction - exponent(literal, at + 1)) <= MAX_SCALE;
    }

    private static long exponent(CharSequence literal, int from) {
        long exponent = 0;
        boolean isNegative = false;
        for (int at = from; at < literal.length(); at++) {
            char c = literal.charAt(at);
            if (c == '-') {
                isNegative = true;
            } else if (c != '+') {
                exponent = Math.min(EXPONENT_OF_NONE, 10 * exponent + Character.digit(c, 10));
            }
        }
        return isNegative ? -exponent : exponent;
    }

    /** The place of the first number of a document beyond the bound; null if there is none. Reads the whole document. */
    public static @Nullable Path beyond(Path root, JsonParser document) {
        for (JsonToken token = document.nextToken(); token != null; token = document.nextToken()) {
            if (token.isNumeric() && !holds(document.getString())) {
                return path(root, document.streamReadContext());
            }
        }
        return null;
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

    /** A number is beyond. */
    static final class Beyond extends StreamWriteException {
        private static final long serialVersionUID = 1;

        Beyond(JsonGenerator out) {
            super(out, "it is " + PROBLEM);
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
            throw new Beyond(this);
        }
    }
}
