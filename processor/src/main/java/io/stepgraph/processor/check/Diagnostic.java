package io.stepgraph.processor.check;

import io.stepgraph.processor.model.Place;
import javax.lang.model.element.TypeElement;
import org.jspecify.annotations.Nullable;

/**
 * A mistake in an agent, as it is reported.
 *
 * @param unnamed the class that makes it a mistake, if its class file has no names of parameters; null if it is a
 *     mistake in any case
 */
public record Diagnostic(
        DiagnosticId id, String text, Place place, @Nullable TypeElement unnamed) {

    Diagnostic(DiagnosticId id, String text, Place place) {
        this(id, text, place, null);
    }

    /** The message to the user; the id comes last. */
    public String message() {
        return text + " [" + id.id() + "]";
    }
}
