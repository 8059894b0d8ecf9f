package io.stepgraph.processor.read;

import java.util.List;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.AnnotationValue;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;
import org.jspecify.annotations.Nullable;

/** Reads {@code @SuppressWarnings("stepgraph:<Id>")}, with which a user silences a diagnostic. */
public final class Suppressions {

    private static final String PREFIX = "stepgraph:";

    private Suppressions() {}

    /** Whether an element, or any that encloses it, suppresses diagnostics with this id. */
    public static boolean cover(Element element, String id) {
        for (@Nullable Element e = element; e != null; e = e.getEnclosingElement()) {
            if (e.getAnnotationMirrors().stream().anyMatch(annotation -> names(annotation, PREFIX + id))) {
                return true;
            }
        }
        return false;
    }

    private static boolean names(AnnotationMirror annotation, String warning) {
        TypeElement type = (TypeElement) annotation.getAnnotationType().asElement();
        return type.getQualifiedName().contentEquals("java.lang.SuppressWarnings")
                && annotation.getElementValues().values().stream()
                        .anyMatch(value -> value.getValue() instanceof List<?> warnings
                                && warnings.stream()
                                        .anyMatch(each -> each instanceof AnnotationValue item
                                                && warning.equals(item.getValue())));
    }
}
