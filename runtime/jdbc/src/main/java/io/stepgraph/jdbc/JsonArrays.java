package io.stepgraph.jdbc;

import io.stepgraph.runtime.graph.Json;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;

/** Makes one document of many, as the events of one write are stored, without decoding any. */
public final class JsonArrays {
    private JsonArrays() {}

    public static Json of(List<Json> elements) {
        int size = 2 + Math.max(0, elements.size() - 1);
        for (Json element : elements) {
            size += element.size();
        }
        byte[] array = new byte[size];
        int at = 0;
        array[at++] = '[';
        for (int i = 0; i < elements.size(); i++) {
            if (i > 0) {
                array[at++] = ',';
            }
            byte[] element = elements.get(i).utf8();
            System.arraycopy(element, 0, array, at, element.length);
            at += element.length;
        }
        array[at] = ']';
        return new Json(array);
    }

    /** An array of numbers, for a statement that compares a column with them. */
    public static Json ofNumbers(Collection<Long> numbers) {
        return new Json(numbers.toString().getBytes(StandardCharsets.UTF_8));
    }
}
