package io.stepgraph.processor.model;

import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.AnnotationValue;
import javax.lang.model.element.Element;
import org.jspecify.annotations.Nullable;

/**
 * A place in the source, at which a problem is shown.
 *
 * @param order grows from the top of the class to its end: problems are reported in this order
 */
public record Place(
        Element element,
        @Nullable AnnotationMirror annotation,
        @Nullable AnnotationValue value,
        Part part,
        int order) {

    /** Which part of the element or value is meant; the compiler's own interface cannot say this. */
    public enum Part {
        WHOLE,
        /** The type of the parameter, or the return type of the method. */
        TYPE,
        /** The single element of the array value, with or without braces. */
        ONLY_ELEMENT
    }
}
