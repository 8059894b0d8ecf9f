package io.stepgraph.store;

import io.stepgraph.runtime.graph.Json;
import org.jspecify.annotations.Nullable;

/**
 * The end of a call of an effect, as far as its owner knows.
 *
 * @param id its place
 * @param status {@code DONE}; {@code FAILED} if it was surely not performed; {@code IN_DOUBT} if its attempts are over
 *     and nobody knows, so that the run {@linkplain EffectRecord#parksInDoubt parks} for it
 * @param result the result as JSON; null unless it is {@code DONE} and has one
 */
public record EffectEnd(
        EffectId id, EffectStatus status, @Nullable Json result) {}
