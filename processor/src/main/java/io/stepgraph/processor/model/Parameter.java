package io.stepgraph.processor.model;

import javax.lang.model.type.TypeMirror;

/** A parameter of a step. */
public record Parameter(String name, TypeMirror type, Place place) {}
