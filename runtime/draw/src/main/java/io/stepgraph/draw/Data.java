package io.stepgraph.draw;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** JSON as maps, lists, texts and numbers. What is absent, or of another kind than expected, reads as empty. */
record Data(@Nullable Object value) {
    Data get(String field) {
        return new Data(value instanceof Map<?, ?> map ? map.get(field) : null);
    }

    boolean has(String field) {
        return get(field).value != null;
    }

    List<Data> items(String field) {
        return get(field).value instanceof List<?> list
                ? list.stream().map(Data::new).toList()
                : List.of();
    }

    String text(String field) {
        return get(field).text();
    }

    String text() {
        return value instanceof CharSequence text ? text.toString() : "";
    }

    /** The name of a type as a person reads it: without packages and outer types, such as {@code List<Receipt>}. */
    String type(String field) {
        return get(field).type();
    }

    String type() {
        return text().replaceAll("[\\p{javaJavaIdentifierPart}.]+\\.(?=\\p{javaJavaIdentifierStart})", "");
    }

    int number(String field, int absent) {
        return get(field).value instanceof Number number ? number.intValue() : absent;
    }
}
