package io.stepgraph.runtime.execute;

import io.stepgraph.runtime.store.Json;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.io.JsonStringEncoder;

/**
 * One event as a run's log keeps it: a JSON object whose {@code event} says what it is. Put together as text, since a step
 * writes two of them and their parts are JSON already.
 */
final class LogDocument {
    private final StringBuilder text = new StringBuilder(96);

    private LogDocument(String event) {
        text.append("{\"event\":\"").append(event).append('"');
    }

    static LogDocument of(String event) {
        return new LogDocument(event);
    }

    /** An event of the visit at hand. */
    static LogDocument of(String event, Position<?, ?> at) {
        return new LogDocument(event).put("step", at.step.name).put("visit", at.visit);
    }

    LogDocument put(String name, @Nullable String value) {
        if (value != null) {
            name(name).append('"');
            JsonStringEncoder.getInstance().quoteAsString(value, text);
            text.append('"');
        }
        return this;
    }

    LogDocument put(String name, long value) {
        name(name).append(value);
        return this;
    }

    LogDocument put(String name, @Nullable Json value) {
        if (value != null) {
            name(name).append(value.text());
        }
        return this;
    }

    Json json() {
        return new Json(text.append('}').toString().getBytes(StandardCharsets.UTF_8));
    }

    private StringBuilder name(String name) {
        return text.append(",\"").append(name).append("\":");
    }
}
