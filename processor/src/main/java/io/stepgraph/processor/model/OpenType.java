package io.stepgraph.processor.model;

import javax.lang.model.type.TypeMirror;

/** An answer type that any class may extend, or that is generic. */
public record OpenType(TypeMirror type, boolean generic, Place declared) {}
