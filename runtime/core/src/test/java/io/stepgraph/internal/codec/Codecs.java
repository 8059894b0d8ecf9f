package io.stepgraph.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.stepgraph.runtime.NotStorableException;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.runtime.graph.ValueType;
import java.util.List;

/** Helpers for the tests of this package. */
public final class Codecs {
    public static final int MAX_BYTES = 100_000;

    private Codecs() {}

    public static ValueCodec codec(Class<?> type, ValueType... arguments) {
        return new Codec(MAX_BYTES).of(ValueType.of(type, arguments));
    }

    /** Writes, verifies and reads. */
    public static Object roundTrip(ValueCodec codec, Object value) {
        Json written = codec.write(value);
        return codec.verify(value, written).value();
    }

    public static void comesBackEqual(Object value) {
        assertThat(roundTrip(codec(value.getClass()), value)).isEqualTo(value);
    }

    /** Where a value comes back as another object, as the first commit of a graph finds out. */
    public static List<ReadBack.Difference> differences(Object value) {
        ValueCodec codec = codec(value.getClass());
        return codec.verify(value, codec.write(value)).differences();
    }

    /** Writes and verifies, as the first commit of a graph does. */
    public static NotStorableException refusal(Object value) {
        ValueCodec codec = codec(value.getClass());
        return catchThrowableOfType(NotStorableException.class, () -> codec.verify(value, codec.write(value)));
    }
}
