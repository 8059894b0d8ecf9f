package io.stepgraph.internal.codec;

import io.stepgraph.runtime.graph.Json;

/**
 * A value in its stored form, and as the run continues with it.
 *
 * @param json the stored form
 * @param value the value itself or, if that would come back as another object, the value that was read back (R5)
 */
public record Stored(Json json, Object value) {}
