package io.stepgraph.runtime.json;

import io.stepgraph.runtime.ValueType;
import io.stepgraph.runtime.store.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes and reads values by their declared types. Immutable and safe for use by many threads. */
public final class Codec {

    /**
     * A codec.
     *
     * @param maxBytes the largest document it writes
     */
    public Codec(int maxBytes) {}

    /** The codec of one type; resolve it once and keep it. */
    public ValueCodec of(ValueType type) {
        throw new UnsupportedOperationException(type.toString());
    }

    /** The codec of what may answer a question. */
    public AnswerCodec ofAnswers(List<ValueType> types) {
        throw new UnsupportedOperationException(types.toString());
    }

    /** The same document with keys sorted and numbers normalised, so that equal values are equal texts. */
    public Json canonical(Json document) {
        throw new UnsupportedOperationException(document.toString());
    }

    /** The path of the first place where two documents differ, both canonical; null if they do not. */
    public @Nullable String difference(Json one, Json other) {
        throw new UnsupportedOperationException(one.toString() + other);
    }
}
