package io.stepgraph.processor.model;

import javax.lang.model.type.TypeMirror;

/**
 * A parameter of a step.
 *
 * @param place its type
 */
public record Parameter(String name, TypeMirror type, Place place) {}
