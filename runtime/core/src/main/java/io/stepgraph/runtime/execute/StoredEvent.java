package io.stepgraph.runtime.execute;

import io.stepgraph.runtime.json.UnreadableValue;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** One event as {@link LogDocument} wrote it. What it lacks makes it unreadable, whoever has written it. */
record StoredEvent(JsonNode document) {

    String kind() {
        JsonNode kind = document.get("event");
        return kind != null && kind.isString() ? kind.stringValue() : "";
    }

    String text(String name) {
        String text = optional(name);
        if (text == null) {
            throw lacks(name);
        }
        return text;
    }

    @Nullable String optional(String name) {
        JsonNode text = document.get(name);
        return text != null && text.isString() ? text.stringValue() : null;
    }

    long number(String name) {
        JsonNode number = document.get(name);
        if (number == null || !number.isIntegralNumber() || !number.canConvertToLong()) {
            throw lacks(name);
        }
        return number.longValue();
    }

    int count(String name) {
        long number = number(name);
        if (number != (int) number) {
            throw lacks(name);
        }
        return (int) number;
    }

    JsonNode part(String name) {
        JsonNode part = document.get(name);
        if (part == null) {
            throw lacks(name);
        }
        return part;
    }

    private UnreadableValue lacks(String name) {
        return new UnreadableValue("The event '" + kind() + "' has no '" + name + "'.", null);
    }
}
