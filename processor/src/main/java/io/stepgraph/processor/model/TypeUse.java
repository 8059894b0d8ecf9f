package io.stepgraph.processor.model;

import javax.lang.model.type.TypeMirror;

/** A type where it is written: in a parameter, a return type or an annotation. */
public record TypeUse(TypeMirror type, Place place) {}
