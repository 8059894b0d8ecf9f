package io.stepgraph.runtime.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.stepgraph.runtime.NotStorableException;
import io.stepgraph.runtime.ValueType;
import io.stepgraph.runtime.store.Json;
import java.util.List;

/** What the tests of this package share. */
final class Codecs {
    static final int MAX_BYTES = 100_000;

    private Codecs() {}

    static ValueCodec codec(Class<?> type, ValueType... arguments) {
        return new Codec(MAX_BYTES).of(ValueType.of(type, arguments));
    }

    /** Writes, verifies and reads. */
    static Object roundTrip(ValueCodec codec, Object value) {
        Json written = codec.write(value);
        return codec.verify(value, written).value();
    }

    static void comesBackEqual(Object value) {
        assertThat(roundTrip(codec(value.getClass()), value)).isEqualTo(value);
    }

    /** Where a value comes back as another object, as the first commit of a graph finds out. */
    static List<ReadBack.Difference> differences(Object value) {
        ValueCodec codec = codec(value.getClass());
        return codec.verify(value, codec.write(value)).differences();
    }

    /** Writes and verifies, as the first commit of a graph does. */
    static NotStorableException refusal(Object value) {
        ValueCodec codec = codec(value.getClass());
        return catchThrowableOfType(NotStorableException.class, () -> codec.verify(value, codec.write(value)));
    }
}
