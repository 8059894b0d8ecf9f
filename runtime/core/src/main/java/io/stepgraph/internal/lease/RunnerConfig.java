package io.stepgraph.internal.lease;

import io.stepgraph.PermissionMode;
import io.stepgraph.internal.visit.VisitSettings;
import io.stepgraph.runtime.MachineClock;
import io.stepgraph.runtime.hook.RunObserver;
import io.stepgraph.store.Retention;
import io.stepgraph.store.ThreadBusyPolicy;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The settings with which a runner was built.
 *
 * @param visits how it executes visits
 * @param starts what it gives to the runs that it starts
 * @param names writes the names of those who act
 * @param failureTrace whether the stack traces of runs that fail are stored
 * @param waitTimeout how long a call waits for a run that another one executes; null if without limit
 * @param observers hear the events, and see what is executed
 * @param lease how long a run belongs to this runner unless renewed; also how long a store that does not answer is
 *     asked again (R11)
 * @param closePatience how long closing waits for steps in progress
 * @param deleteAfter how long after their end runs with {@link Retention#DELETE_ON_END} are deleted
 * @param pollInterval how long at most until streams, and calls that wait for others, look at the store again
 * @param parallel how many agents one call that executes a run executes at the same time (C7)
 * @param maxFamily how many runs a family may have (C2)
 * @param maxMessages how many messages may wait in a run (Q8)
 * @param keepMessages how long messages are kept that were taken; null if as long as their runs (Q6)
 */
public record RunnerConfig(
        String namespace,
        VisitSettings visits,
        Starts starts,
        UnaryOperator<String> names,
        boolean failureTrace,
        @Nullable Duration waitTimeout,
        List<RunObserver> observers,
        MachineClock clock,
        Duration lease,
        Duration closePatience,
        Duration deleteAfter,
        Duration pollInterval,
        int parallel,
        int maxFamily,
        int maxMessages,
        @Nullable Duration keepMessages) {

    /** The number of deaths of an owner of a suspect run, alone, after which the run fails (R6). */
    private static final int DEATHS_ALONE = 2;

    /**
     * Settings of the runs that a runner starts.
     *
     * @param mode their mode
     * @param deadline how long they may take (R8); null if without limit
     * @param retention how much is kept of them
     * @param onBusy the treatment of a start in a thread that has an unfinished run
     * @param maxQueued how many runs of a graph may be queued when one more is; null if without limit
     */
    public record Starts(
            PermissionMode mode,
            @Nullable Duration deadline,
            Retention retention,
            ThreadBusyPolicy onBusy,
            @Nullable Integer maxQueued) {}

    /** Copies the list. */
    public RunnerConfig {
        observers = List.copyOf(observers);
    }

    /** The crashes in one visit at which a run fails. */
    public int crashLoop() {
        return (int) Math.min(Integer.MAX_VALUE, (long) visits.maxCrashes() + DEATHS_ALONE);
    }
}
