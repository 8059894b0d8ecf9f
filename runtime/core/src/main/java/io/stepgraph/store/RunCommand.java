package io.stepgraph.store;

import io.stepgraph.PermissionMode;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.StartOptions;
import io.stepgraph.runtime.StepFailure;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.store.RunChange.Wake;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A command to a run from outside its owner, by any caller in any process (L7). It says what it changes, and every
 * store writes that. An engine without a {@link Store} carries it out as a {@link Visitor}.
 */
public sealed interface RunCommand {

    /** The name of the person or system that gives the command; empty if no name was given. */
    String by();

    /**
     * Tells what this command changes.
     *
     * @param key the run
     * @param run where the run stands, in the transaction that writes the change
     * @return the change; null if there is none
     * @throws StepgraphException with {@link ErrorCode#ILLEGAL_RUN_STATUS} if the run has ended, and the command is only
     *     for an unfinished one
     * @throws IllegalArgumentException if the run would have more labels, or other ones, than a start may have
     */
    @Nullable RunChange change(RunKey key, RunHeader run);

    /**
     * Returns the command that a descendant of the run gets, in the same transaction (C8).
     *
     * @param limit the most that the descendant may do: the lower of its caller's mode, as this command leaves it, and
     *     of the limit of its call
     * @return null if descendants get none
     */
    default @Nullable RunCommand forDescendant(PermissionMode limit) {
        return null;
    }

    /**
     * Returns the command as the run itself gets it, if another run has called it.
     *
     * @param limit the most that the run may do, as above
     */
    default RunCommand within(PermissionMode limit) {
        return this;
    }

    /** Calls the method of the visitor for this command. */
    void accept(Visitor visitor);

    /** Something that knows all commands: with a new one, it does not compile before it knows that, too. */
    interface Visitor {
        /** Sets another mode. */
        void setMode(SetMode command);

        /** Cancels the run. */
        void cancel(Cancel command);

        /** Stops the run as failed. */
        void stop(Stop command);

        /** Changes labels. */
        void setLabels(SetLabels command);
    }

    /**
     * Sets another mode, whatever the status of the run (M1). A worker may continue a run that is parked for a mode
     * that the new one permits.
     *
     * @param mode the mode
     * @param by who changes it
     */
    record SetMode(PermissionMode mode, String by) implements RunCommand {
        public SetMode {
            Objects.requireNonNull(mode, "mode");
        }

        @Override
        public RunChange change(RunKey key, RunHeader run) {
            PermissionMode required = run.requiredMode();
            Wake wake = required == null ? Wake.AS_BEFORE : mode.permits(required) ? Wake.NOW : Wake.LATER;
            List<Json> events = run.status().isEnd()
                    ? List.of()
                    : List.of(EventJson.write(new RunEvent.ModeChanged(key.id(), mode, by)));
            return new RunChange(mode, by, null, null, null, wake, null, events);
        }

        @Override
        public RunCommand within(PermissionMode limit) {
            return limit.permits(mode) ? this : new SetMode(limit, by);
        }

        @Override
        public RunCommand forDescendant(PermissionMode limit) {
            return within(limit);
        }

        @Override
        public void accept(Visitor visitor) {
            visitor.setMode(this);
        }
    }

    /**
     * Cancels a run (L6). A run that nobody executes ends at once; otherwise the owner ends it.
     *
     * @param by who cancels it
     * @param statuses the run does not change if its present status is another; none of them is an end
     */
    record Cancel(String by, Set<Status> statuses) implements RunCommand {
        private static final Set<Status> EVERY = Set.of(Status.QUEUED, Status.RUNNING, Status.WAITING);

        public Cancel {
            statuses = Set.copyOf(statuses);
            if (statuses.stream().anyMatch(Status::isEnd)) {
                throw new IllegalArgumentException("A run that has ended cannot be cancelled.");
            }
        }

        /** Creates the cancel of an unfinished run, whatever its status. */
        public Cancel(String by) {
            this(by, EVERY);
        }

        /** Whether it cancels an unfinished run whatever its status. */
        public boolean isForEveryStatus() {
            return statuses.equals(EVERY);
        }

        @Override
        public @Nullable RunChange change(RunKey key, RunHeader run) {
            String first = run.cancelRequestedBy();
            if (!statuses.contains(run.status()) || (first != null && run.isExecuted())) {
                return null;
            }
            return run.isExecuted()
                    ? new RunChange(null, null, null, by, null, Wake.AS_BEFORE, null, List.of())
                    : RunChange.cancelled(key, first == null ? by : first);
        }

        @Override
        public RunCommand forDescendant(PermissionMode limit) {
            return new Cancel(by);
        }

        @Override
        public void accept(Visitor visitor) {
            visitor.cancel(this);
        }
    }

    /**
     * Stops a run as failed: because the time of the call that has started it is over, or the deadline of its family
     * (C9). A run that nobody executes ends at once, unless it waits for runs that it has called, or has an answer
     * or results that no step has taken yet. Else its owner ends it, or the runner that continues it.
     *
     * @param code the code of the failure
     * @param message its message
     */
    record Stop(ErrorCode code, String message) implements RunCommand {
        @Override
        public String by() {
            return "";
        }

        @Override
        public @Nullable RunChange change(RunKey key, RunHeader run) {
            // What a person has answered is taken up first (I3), and what the run has called ends before it (C9).
            boolean endsLater = run.isExecuted() || run.isToBeTakenUp() || run.isCalling();
            if (run.status().isEnd() || (run.stopAs() != null && endsLater)) {
                return null;
            }
            StepFailure<?> failure = new StepFailure<>(run.step(), run.visit(), run.attempt(), code, "", message);
            Json stored = EventJson.failure(failure);
            return endsLater
                    ? new RunChange(null, null, null, null, stored, Wake.AS_BEFORE, null, List.of())
                    : RunChange.stopped(stored);
        }

        @Override
        public RunCommand forDescendant(PermissionMode limit) {
            return this;
        }

        @Override
        public void accept(Visitor visitor) {
            visitor.stop(this);
        }
    }

    /**
     * Changes labels of an unfinished run, within the limits of {@link StartOptions#label}. Labels that are as wanted
     * already do not change.
     *
     * @param changes the labels to add or to replace, by name; null removes one
     * @param by who changes them
     */
    record SetLabels(Map<String, @Nullable String> changes, String by) implements RunCommand {
        /** Copies the changes. */
        public SetLabels {
            changes = Collections.unmodifiableMap(new TreeMap<>(changes));
        }

        @Override
        public @Nullable RunChange change(RunKey key, RunHeader run) {
            if (run.status().isEnd()) {
                throw new StepgraphException(
                        ErrorCode.ILLEGAL_RUN_STATUS,
                        "Run '" + key + "' has ended: it is " + run.status()
                                + ". Only the labels of an unfinished run can be changed. Nothing was changed.");
            }
            StartOptions all = StartOptions.NONE;
            for (Map.Entry<String, String> before : run.labels().entrySet()) {
                all = changes.containsKey(before.getKey()) ? all : all.label(before.getKey(), before.getValue());
            }
            Map<String, String> changed = new TreeMap<>();
            for (Map.Entry<String, @Nullable String> change : changes.entrySet()) {
                String value = change.getValue();
                all = value == null ? all : all.label(change.getKey(), value);
                if (!Objects.equals(value, run.labels().get(change.getKey()))) {
                    changed.put(change.getKey(), Objects.requireNonNullElse(value, ""));
                }
            }
            if (changed.isEmpty()) {
                return null;
            }
            Json event = EventJson.write(new RunEvent.LabelsChanged(key.id(), changed, by));
            return new RunChange(null, null, all.labels(), null, null, Wake.AS_BEFORE, null, List.of(event));
        }

        @Override
        public void accept(Visitor visitor) {
            visitor.setLabels(this);
        }
    }
}
