package io.stepgraph.internal.log;

import io.stepgraph.internal.json.Canonical;
import io.stepgraph.internal.json.UnreadableValueException;
import io.stepgraph.runtime.Ticket;
import io.stepgraph.runtime.event.RunRef;
import io.stepgraph.runtime.graph.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** The fields of one stored event. A field that is missing or damaged makes the event unreadable. */
record EventFields(RunRef run, JsonNode document) {

    /**
     * Takes the events of one write apart.
     *
     * @param documents a JSON array of events
     * @param count how many events the array holds
     * @return null if the array is damaged
     */
    static @Nullable List<EventFields> split(RunRef run, Json documents, int count) {
        List<EventFields> all = new ArrayList<>();
        try {
            JsonNode array = Canonical.tree(documents);
            array.forEach(document -> all.add(new EventFields(run, document)));
            return array.isArray() && all.size() == count ? all : null;
        } catch (JacksonException damaged) {
            return null;
        }
    }

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

    @Nullable Instant instantOrNull(String name) {
        String text = optional(name);
        return text == null ? null : Instant.parse(text);
    }

    /** The texts of an object by their names; empty if there is no such object. */
    Map<String, String> texts(String name) {
        Map<String, String> texts = new TreeMap<>();
        JsonNode object = document.get(name);
        if (object != null) {
            for (Map.Entry<String, JsonNode> field : object.properties()) {
                if (!field.getValue().isString()) {
                    throw lacks(name);
                }
                texts.put(field.getKey(), field.getValue().stringValue());
            }
        }
        return texts;
    }

    /** The texts of an array; empty if there is no such array. */
    List<String> list(String name) {
        List<String> texts = new ArrayList<>();
        for (JsonNode text : document.path(name)) {
            texts.add(text.asString());
        }
        return texts;
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

    Duration millis(String name) {
        return Duration.ofMillis(number(name));
    }

    JsonNode part(String name) {
        JsonNode part = document.get(name);
        if (part == null) {
            throw lacks(name);
        }
        return part;
    }

    String step() {
        return text("step");
    }

    long visit() {
        return number("visit");
    }

    int attempt() {
        return count("attempt");
    }

    /**
     * The ticket of the question that the event is about.
     *
     * @throws IllegalArgumentException if no ticket can hold the stored texts
     */
    Ticket ticket() {
        return run.ticket(visit(), step(), text("nonce"));
    }

    private UnreadableValueException lacks(String name) {
        return new UnreadableValueException("The event '" + kind() + "' has no '" + name + "'.", null);
    }
}
