package io.stepgraph.internal.lease;

import io.stepgraph.PermissionMode;
import io.stepgraph.runtime.Time;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.hook.RegisteredHook;
import io.stepgraph.runtime.hook.RunObserver;
import io.stepgraph.store.Retention;
import io.stepgraph.store.Store;
import io.stepgraph.store.ThreadBusyPolicy;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * How a runner was built.
 *
 * @param startMode the mode of the runs that are started
 * @param maxMode the most that any run may do
 * @param maxCrashes the crashes in one visit from which on a run is suspect (R6)
 * @param failureTrace whether the stack traces of runs that fail are stored
 * @param observers observe what is executed
 * @param lease how long a run belongs to this runner unless renewed; also how long a store that does not answer is asked again (R11)
 * @param closePatience how long closing waits for steps in progress
 * @param retention how much is kept of the runs that are started
 * @param deleteAfter how long after their end runs with {@link Retention#DELETE_ON_END} are deleted
 * @param onBusy the treatment of a start in a thread that has an unfinished run
 * @param maxQueued how many runs of a graph may be queued when one more is; null if without limit
 * @param pollInterval how long at most until streams, and calls that wait for others, look at the store again
 */
public record RunnerConfig(
        Store store,
        String namespace,
        PermissionMode startMode,
        PermissionMode maxMode,
        int maxSteps,
        int maxCrashes,
        int maxValueBytes,
        boolean failureTrace,
        @Nullable Duration deadline,
        @Nullable Duration waitTimeout,
        List<RegisteredHook> hooks,
        List<Consumer<? super RunEvent>> listeners,
        List<RunObserver> observers,
        Time time,
        Duration lease,
        Duration closePatience,
        Retention retention,
        Duration deleteAfter,
        ThreadBusyPolicy onBusy,
        Duration pollInterval,
        @Nullable Integer maxQueued) {

    /** How often the owner of a suspect run dies while it is alone, until the run fails (R6). */
    private static final int DEATHS_ALONE = 2;

    /** A configuration. */
    public RunnerConfig {
        hooks = List.copyOf(hooks);
        listeners = List.copyOf(listeners);
        observers = List.copyOf(observers);
    }

    /** The crashes in one visit at which a run fails. */
    public int crashLoop() {
        return (int) Math.min(Integer.MAX_VALUE, (long) maxCrashes + DEATHS_ALONE);
    }
}
