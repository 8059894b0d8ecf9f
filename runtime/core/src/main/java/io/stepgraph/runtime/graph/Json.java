package io.stepgraph.runtime.graph;

import com.fasterxml.jackson.annotation.JsonRawValue;
import com.fasterxml.jackson.annotation.JsonValue;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A JSON document as text in UTF-8. Equal documents have the same bytes. Immutable: the array of the constructor and
 * the array of {@link #utf8} are not copied and must not be changed. Jackson 2 and 3 write it as a part of their
 * document.
 */
public final class Json {
    private final byte[] utf8;

    /**
     * Wraps a document.
     *
     * @param utf8 its bytes, which are not copied
     */
    public Json(byte[] utf8) {
        this.utf8 = utf8;
    }

    /**
     * Wraps a document.
     *
     * @param text its text
     * @return the document
     */
    public static Json of(String text) {
        return new Json(text.getBytes(StandardCharsets.UTF_8));
    }

    /** The bytes of the document; not to be changed. */
    public byte[] utf8() {
        return utf8;
    }

    /** Returns the number of bytes. */
    public int size() {
        return utf8.length;
    }

    /** Returns the document that stands in a part of these bytes. */
    public Json part(int from, int to) {
        return new Json(Arrays.copyOfRange(utf8, from, to));
    }

    /** The document as text. */
    @JsonValue
    @JsonRawValue
    public String text() {
        return new String(utf8, StandardCharsets.UTF_8);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Json that && Arrays.equals(utf8, that.utf8);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(utf8);
    }

    @Override
    public String toString() {
        return text();
    }
}
