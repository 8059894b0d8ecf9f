package io.stepgraph.processor.read;

import io.stepgraph.processor.model.Place;
import io.stepgraph.processor.model.Place.Part;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.AnnotationValue;
import javax.lang.model.element.Element;

/** Numbers the places of one class; callers ask for them in source order. */
final class Places {

    private int next;

    Place of(Element element) {
        return new Place(element, null, null, Part.WHOLE, next++);
    }

    /** The type of a parameter, or the return type of a method. */
    Place ofType(Element element) {
        return new Place(element, null, null, Part.TYPE, next++);
    }

    Place of(Element element, AnnotationMirror annotation) {
        return new Place(element, annotation, null, Part.WHOLE, next++);
    }

    Place of(Element element, AnnotationMirror annotation, AnnotationValue value, Part part) {
        return new Place(element, annotation, value, part, next++);
    }
}
