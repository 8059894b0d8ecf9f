package io.stepgraph.processor.model;

import java.util.List;

/**
 * An annotation of Stepgraph at a place where it has no meaning.
 *
 * @param annotation its simple name
 * @param method the annotated method
 * @param isSecondOfItsMethod whether the method is a step by another annotation
 */
public record MisplacedAnnotation(String annotation, String method, Place place, boolean isSecondOfItsMethod) {

    public boolean claimsToBeStep() {
        return List.of("Step", "Interrupt", "Wait", "Call").contains(annotation);
    }
}
