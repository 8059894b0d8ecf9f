package io.stepgraph.runtime.store;

import io.stepgraph.PermissionMode;

/** A change to a run from outside, by whoever, in any process (L7). */
public sealed interface Control {

    /** Who wants it. */
    String by();

    /**
     * Another mode (M1).
     *
     * @param mode the mode
     * @param by who changes it
     */
    record SetMode(PermissionMode mode, String by) implements Control {}

    /**
     * To be cancelled (L6).
     *
     * @param by who cancels it
     */
    record Cancel(String by) implements Control {}
}
