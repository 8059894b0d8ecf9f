package io.stepgraph.runtime.store;

import io.stepgraph.PermissionMode;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.execute.EventCodec;

/** A change to a run from outside, by whoever, in any process (L7). */
public sealed interface RunCommand {

    /** Who wants it. */
    String by();

    /** The event that is added to the run's log, which does not repeat the id of the run. */
    Json event();

    /**
     * Another mode (M1).
     *
     * @param mode the mode
     * @param by who changes it
     */
    record SetMode(PermissionMode mode, String by) implements RunCommand {
        @Override
        public Json event() {
            return EventCodec.write(new RunEvent.ModeChanged("", mode, by));
        }
    }

    /**
     * To be cancelled (L6). Its event is added to the log if nobody executes the run; else its owner tells it.
     *
     * @param by who cancels it
     */
    record Cancel(String by) implements RunCommand {
        @Override
        public Json event() {
            return EventCodec.write(new RunEvent.Cancelled("", by));
        }
    }
}
