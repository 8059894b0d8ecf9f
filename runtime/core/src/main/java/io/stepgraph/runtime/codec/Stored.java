package io.stepgraph.runtime.codec;

import io.stepgraph.runtime.graph.Json;

/**
 * A value as it is stored, and as it goes on from there.
 *
 * @param json what is stored of it
 * @param value the value itself or, where that would come back as another object, what was read back (R5)
 */
public record Stored(Json json, Object value) {}
