package io.stepgraph.processor.model;

import java.util.List;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.TypeMirror;

/**
 * One kind of answer that no sealed type divides further.
 *
 * @param declared the place of the type in the annotation that permits this leaf
 * @param takers indexes of the {@code next} steps that take the narrowest type that accepts it; exactly one in a sound
 *     graph
 */
public record AnswerVariant(TypeElement element, TypeMirror type, Place declared, List<Integer> takers) {}
