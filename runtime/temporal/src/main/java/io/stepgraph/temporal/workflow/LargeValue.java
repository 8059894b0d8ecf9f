package io.stepgraph.temporal.workflow;

import io.stepgraph.runtime.graph.Json;
import org.jspecify.annotations.Nullable;

/**
 * A value that is not in Temporal: a small document names the blob that holds it. The loop hands it on, and never reads
 * it.
 */
public final class LargeValue {
    private static final String BEGIN = "{\"stepgraph:blob\":\"";
    private static final String END = "\"}";

    /** Longer than any document of this kind. */
    private static final int LONGEST = 4_096;

    private LargeValue() {}

    /** The document that names a blob. */
    public static Json of(String key) {
        return Json.of(BEGIN + key + END);
    }

    /** The key of the blob that a document names; null if it is the value itself. */
    public static @Nullable String key(Json document) {
        if (document.size() > LONGEST) {
            return null;
        }
        String text = document.text();
        return text.startsWith(BEGIN) && text.endsWith(END)
                ? text.substring(BEGIN.length(), text.length() - END.length())
                : null;
    }
}
