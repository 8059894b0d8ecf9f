package io.stepgraph.runtime.graph;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The position of a run at the entry of a visit, as its history keeps it (S3). Its values are the caller's own.
 *
 * @param visit the visit, counted through the run from 1
 * @param step the step that was entered
 * @param state the state at the entry
 * @param input the input of the step; null if it takes none
 * @param at when it was stored, by the store's clock
 * @param <S> the state
 * @param <N> the enum of steps
 */
public record Checkpoint<S, N extends Enum<N>>(
        long visit, N step, S state, @Nullable Object input, Instant at) {}
