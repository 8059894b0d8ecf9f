package io.stepgraph.processor.check;

import io.stepgraph.processor.model.Place;

/** A mistake somebody made. */
public record Diagnostic(DiagnosticId id, String text, Place place) {

    /** What the user reads: the id comes last. */
    public String message() {
        return text + " [" + id.id() + "]";
    }
}
