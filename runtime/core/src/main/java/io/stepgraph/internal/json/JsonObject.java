package io.stepgraph.internal.json;

import io.stepgraph.runtime.graph.Json;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.io.JsonStringEncoder;

/**
 * Writes one JSON object as text. Each step writes two events whose largest parts are JSON already, so a tree would
 * cost more.
 */
public final class JsonObject {
    private final StringBuilder text = new StringBuilder(96).append('{');

    /** Adds a text; nothing if it is null. */
    public JsonObject put(String name, @Nullable String value) {
        if (value != null) {
            quoted(name(name), value);
        }
        return this;
    }

    public JsonObject put(String name, long value) {
        name(name).append(value);
        return this;
    }

    /** Adds a duration in milliseconds. */
    public JsonObject put(String name, Duration value) {
        return put(name, value.toMillis());
    }

    /** Adds a part that is JSON already; nothing if it is null. */
    public JsonObject put(String name, @Nullable Json value) {
        if (value != null) {
            name(name).append(value.text());
        }
        return this;
    }

    /** Adds an object with these texts; nothing if there are none. */
    public JsonObject put(String name, Map<String, String> texts) {
        if (!texts.isEmpty()) {
            JsonObject object = new JsonObject();
            texts.forEach(object::put);
            put(name, object.json());
        }
        return this;
    }

    public Json json() {
        return new Json(text.append('}').toString().getBytes(StandardCharsets.UTF_8));
    }

    private StringBuilder name(String name) {
        if (text.length() > 1) {
            text.append(',');
        }
        return quoted(text, name).append(':');
    }

    /** Appends a text as JSON. */
    public static StringBuilder quoted(StringBuilder text, String value) {
        text.append('"');
        if (isPlain(value)) {
            text.append(value);
        } else {
            JsonStringEncoder.getInstance().quoteAsString(value, text);
        }
        return text.append('"');
    }

    /** Whether nothing has to be escaped, as in almost all texts. */
    private static boolean isPlain(String value) {
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c < ' ' || c == '"' || c == '\\') {
                return false;
            }
        }
        return true;
    }
}
