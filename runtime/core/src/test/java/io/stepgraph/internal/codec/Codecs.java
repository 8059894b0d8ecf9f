package io.stepgraph.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.stepgraph.runtime.NotStorableException;
import io.stepgraph.runtime.graph.ValueType;

/** Helpers for the tests of this package. */
public final class Codecs {
    public static final int MAX_BYTES = 100_000;

    private Codecs() {}

    public static ValueCodec codec(Class<?> type, ValueType... arguments) {
        return new Codec(MAX_BYTES).of(ValueType.of(type, arguments));
    }

    /** Writes, reads back and compares, as the first commit of a graph does, and reads. */
    public static Object roundTrip(ValueCodec codec, Object value) {
        return codec.read(codec.write(value));
    }

    public static void comesBackEqual(Object value) {
        assertThat(roundTrip(codec(value.getClass()), value)).isEqualTo(value);
    }

    /** Why the first commit of a graph refuses a value; null if it does not. */
    public static NotStorableException refusal(Object value) {
        return catchThrowableOfType(
                NotStorableException.class, () -> codec(value.getClass()).write(value));
    }
}
