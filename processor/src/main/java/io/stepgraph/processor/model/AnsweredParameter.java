package io.stepgraph.processor.model;

import javax.lang.model.type.TypeMirror;
import org.jspecify.annotations.Nullable;

/**
 * The parameter {@code Answered<Q, A>} of a step.
 *
 * @param question {@code Q}; null if the types are not written, or if one is a wildcard
 * @param answer {@code A}; null if {@code question} is
 */
public record AnsweredParameter(
        Parameter parameter,
        @Nullable TypeMirror question,
        @Nullable TypeMirror answer) {}
