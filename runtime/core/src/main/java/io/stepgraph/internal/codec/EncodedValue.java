package io.stepgraph.internal.codec;

import io.stepgraph.runtime.graph.Json;

/**
 * A value in its stored form, and as the run continues with it.
 *
 * @param json the stored form
 * @param value the value itself, or what was read back of it (R5)
 */
public record EncodedValue(Json json, Object value) {}
