package io.stepgraph.store;

import io.stepgraph.internal.json.JsonObject;
import io.stepgraph.runtime.graph.Json;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Texts as JSON, for stores that keep labels, or whose statements compare a column with many texts. */
public final class JsonTexts {
    private JsonTexts() {}

    /** An array. */
    public static Json array(Collection<String> texts) {
        StringBuilder json = new StringBuilder("[");
        for (String text : texts) {
            JsonObject.quoted(json.append(json.length() == 1 ? "" : ","), text);
        }
        return Json.of(json.append(']').toString());
    }

    /** An object; null for an empty map. */
    public static @Nullable Json object(Map<String, String> texts) {
        JsonObject object = new JsonObject();
        texts.forEach(object::put);
        return texts.isEmpty() ? null : object.json();
    }

    /**
     * Reads an object; an empty map for null.
     *
     * @throws IllegalArgumentException if it is not an object of texts; the message ends a sentence that begins with
     *     the object
     */
    public static Map<String, String> map(@Nullable Json object) {
        Map<String, String> texts = new TreeMap<>();
        if (object != null) {
            JsonFields fields = JsonFields.of(object);
            fields.names().forEach(name -> texts.put(name, fields.text(name)));
        }
        return texts;
    }
}
