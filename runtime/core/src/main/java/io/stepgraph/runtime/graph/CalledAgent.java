package io.stepgraph.runtime.graph;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * An agent that a call names. For generated code.
 *
 * @param name its name in the class of the caller
 * @param graph its graph
 * @param agent gets it from the caller
 * @param state gets its first state from the start that the call gives
 * @param input gets the input of its first step from the same start; gives null if that takes none
 * @param <C> its class
 * @param <S> its state
 * @param <N> the enum of its steps
 */
public record CalledAgent<C, S, N extends Enum<N>>(
        String name,
        Graph<C, S, ?, N> graph,
        Function<Object, C> agent,
        Function<Object, S> state,
        Function<Object, @Nullable Object> input) {}
