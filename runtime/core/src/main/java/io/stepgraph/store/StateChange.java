package io.stepgraph.store;

import io.stepgraph.runtime.graph.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The change that a {@link Commit} makes to the state of its run. */
public sealed interface StateChange {

    /** The stored state stays. */
    StateChange UNCHANGED = new Unchanged();

    /**
     * The change to a state.
     *
     * @param state the state that replaces the stored one; null if that stays
     */
    static StateChange to(@Nullable Json state) {
        return state == null ? UNCHANGED : new Replaced(state);
    }

    /** The stored state stays; the store does not write it again. */
    record Unchanged() implements StateChange {}

    /**
     * The run has another state.
     *
     * @param state the state that replaces the stored one
     */
    record Replaced(Json state) implements StateChange {}

    /**
     * A list in the state grows, and the rest of the state stays, so that a long history is not written with each step. Stores
     * refuse it until it is built.
     *
     * @param property the property of the state that holds the list
     * @param elements the elements to append, in order
     */
    record Appended(String property, List<Json> elements) implements StateChange {

        /** With a list of its own. */
        public Appended {
            elements = List.copyOf(elements);
        }
    }
}
