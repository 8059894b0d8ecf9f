package io.stepgraph.runtime.store;

import io.stepgraph.PermissionMode;

/** A change to a run from outside, by whoever, in any process (L7). */
public sealed interface Control {

    /** Who wants it. */
    String by();

    /** What the run's log tells of it. */
    Json event();

    /**
     * Another mode (M1).
     *
     * @param mode the mode
     * @param by who changes it
     */
    record SetMode(PermissionMode mode, String by) implements Control {
        @Override
        public Json event() {
            return LogEntries.modeChanged(mode, by);
        }
    }

    /**
     * To be cancelled (L6). Its event is added to the log if nobody executes the run; else its owner tells it.
     *
     * @param by who cancels it
     */
    record Cancel(String by) implements Control {
        @Override
        public Json event() {
            return LogEntries.cancelled(by);
        }
    }
}
