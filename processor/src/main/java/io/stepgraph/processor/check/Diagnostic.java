package io.stepgraph.processor.check;

import io.stepgraph.processor.model.Place;

/** One mistake of an agent, as it is reported. */
public record Diagnostic(DiagnosticId id, String text, Place place) {

    /** The message to the user; the id comes last. */
    public String message() {
        return text + " [" + id.id() + "]";
    }
}
