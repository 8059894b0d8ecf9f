package io.stepgraph.store;

import io.stepgraph.PermissionMode;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.graph.Json;
import java.util.Set;

/**
 * A change to a run from outside its owner, by any caller in any process (L7). A store writes the event of a command itself,
 * in the transaction of the command, so the event is made here and not by the runner.
 */
public sealed interface RunCommand {

    /** The name of the person or system that gives the command; empty if no name was given. */
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
            return EventJson.write(new RunEvent.ModeChanged("", mode, by));
        }
    }

    /**
     * To be cancelled (L6). If nobody executes the run, the command adds its event to the log; otherwise the owner does.
     *
     * @param by who cancels it
     * @param statuses the run does not change if its present status is another; none of them is an end
     */
    record Cancel(String by, Set<Status> statuses) implements RunCommand {
        public Cancel {
            statuses = Set.copyOf(statuses);
            if (statuses.stream().anyMatch(Status::isEnd)) {
                throw new IllegalArgumentException("A run that has ended cannot be cancelled.");
            }
        }

        /** Of an unfinished run, whatever its status. */
        public Cancel(String by) {
            this(by, Set.of(Status.QUEUED, Status.RUNNING, Status.WAITING));
        }

        @Override
        public Json event() {
            return EventJson.write(new RunEvent.Cancelled("", by));
        }
    }
}
