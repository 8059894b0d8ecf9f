package io.stepgraph.store;

import io.stepgraph.runtime.graph.Json;
import org.jspecify.annotations.Nullable;

/**
 * The end of a call of an effect.
 *
 * @param id its place
 * @param status {@code DONE}, or {@code FAILED} if it was surely not performed
 * @param result the result as JSON; null unless it is {@code DONE} and has one
 */
public record EffectEnd(
        EffectId id, EffectStatus status, @Nullable Json result) {}
