package io.stepgraph.engine;

import io.stepgraph.PermissionMode;
import io.stepgraph.internal.lease.RunnerConfig;
import io.stepgraph.internal.step.HookChain;
import io.stepgraph.internal.visit.VisitSettings;
import io.stepgraph.runtime.MachineClock;
import io.stepgraph.runtime.hook.RunObserver;
import io.stepgraph.runtime.hook.StepHook;
import io.stepgraph.store.Horizon;
import io.stepgraph.store.Retention;
import io.stepgraph.store.Store;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The settings with which runs are executed: the settings that a {@link Runner} and a {@link Worker} share. Not safe
 * for use by many threads.
 *
 * @param <B> the builder
 */
public abstract sealed class EngineBuilder<B extends EngineBuilder<B>> permits RunnerBuilder, WorkerBuilder {
    private static final Duration SHORTEST_LEASE = Duration.ofMillis(100);

    final Store store;
    private final List<HookChain.Registered> hooks = new ArrayList<>();
    private final List<RunObserver> observers = new ArrayList<>();
    PermissionMode maxMode = PermissionMode.DEFAULT;
    private int maxSteps = VisitSettings.DEFAULT_MAX_STEPS;
    private int maxCrashes = VisitSettings.DEFAULT_MAX_CRASHES;
    private int maxValueBytes = VisitSettings.DEFAULT_MAX_VALUE_BYTES;
    private boolean failureTrace = true;
    private MachineClock clock = MachineClock.system();
    private Duration lease = Duration.ofSeconds(30);
    private Duration closePatience = Duration.ofSeconds(10);
    private Duration deleteAfter = Duration.ofMinutes(1);
    private Duration pollInterval = Duration.ofSeconds(1);
    int parallel = 4;

    int maxMessages = 1_000;

    @Nullable Duration keepMessages;

    private int maxFamily = 10_000;

    EngineBuilder(Store store) {
        this.store = store;
    }

    abstract B self();

    /**
     * Sets the highest mode in which this runner executes a run, whatever the run's own mode is (M1); {@link
     * PermissionMode#DEFAULT} unless set. A run that reaches a step with a higher requirement parks here, and continues
     * on a runner that allows it.
     */
    public final B maxMode(PermissionMode mode) {
        this.maxMode = Objects.requireNonNull(mode, "mode");
        return self();
    }

    /** Sets the budget of a run: visits that it may execute without an answer (R8). The default is 1,000. */
    public final B maxSteps(int visits) {
        this.maxSteps = atLeast(1, visits, "maxSteps");
        return self();
    }

    /**
     * Sets the number of crashes in one visit that make a run suspect (R6); 5 unless set. Workers execute a suspect run
     * alone. If its process dies twice more while it is alone, the run fails.
     */
    public final B maxCrashes(int crashes) {
        this.maxCrashes = atLeast(1, crashes, "maxCrashes");
        return self();
    }

    /**
     * Sets the size of the largest value that is stored, in bytes of JSON (R12); 16 MiB unless set. The custom events
     * between two commits may together take that much or 16 MiB, whichever is more.
     */
    public final B maxValueBytes(int bytes) {
        this.maxValueBytes = atLeast(1, bytes, "maxValueBytes");
        return self();
    }

    /**
     * Sets whether the stack trace of a run that fails is stored with the run, 8 kB at most; true unless set (R7).
     * {@link RunInspector#failureTrace} reads it. It holds the messages of the exceptions.
     */
    public final B failureTrace(boolean isStored) {
        this.failureTrace = isStored;
        return self();
    }

    /**
     * Sets the time for which a run that this runner executes stays its own without a sign of life (L1); 30 seconds
     * unless set. Each commit is one, and in between the lease is renewed in the background. A process that is paused
     * or cut off from the store for longer loses its runs to the next caller, and nothing that it does later is stored.
     * When it wakes up, it asks the store before it begins another step or attempt (R1); only the external effects of
     * its present step continue.
     */
    public final B lease(Duration length) {
        if (length.compareTo(SHORTEST_LEASE) < 0) {
            throw new IllegalArgumentException("A lease must be at least " + SHORTEST_LEASE + ", not " + length + ".");
        }
        this.lease = Horizon.within(length);
        return self();
    }

    /**
     * Sets the time after their end at which runs with {@link Retention#DELETE_ON_END} are deleted (S3); one minute
     * unless set. Calls of this runner do that when they have their outcome, and {@link Runner#close} does: a runner
     * that is not called deletes nothing until then. Until a run is deleted, its id returns its outcome.
     *
     * @param time zero or more
     */
    public final B deleteAfter(Duration time) {
        if (time.isNegative()) {
            throw new IllegalArgumentException("deleteAfter must be zero or more, not " + time + ".");
        }
        this.deleteAfter = Horizon.within(time);
        return self();
    }

    /**
     * Sets the longest interval at which streams and waiting calls poll the store for changes by other processes (V4).
     * The default is one second. They look more often at first, or, where the store gives {@linkplain
     * Store#changeNotifications hints} of changes, as soon as it does. A longer interval spares the store. A worker
     * that claims runs also looks for those of dead owners: at most once in this time, or once a second if that is
     * shorter.
     */
    public final B pollInterval(Duration longest) {
        this.pollInterval = Objects.requireNonNullElse(
                positive(Objects.requireNonNull(longest, "longest"), "longest"), Horizon.FARTHEST);
        return self();
    }

    /**
     * Sets how many runs a family may have: a run that nobody has called, and all that calls have started below it (C2).
     * A call above that fails with {@link io.stepgraph.runtime.ErrorCode#FAMILY_TOO_LARGE}. The default is 10,000.
     */
    public final B maxFamily(int runs) {
        this.maxFamily = atLeast(1, runs, "maxFamily");
        return self();
    }

    /** Adds a hook. */
    public final B hook(StepHook hook) {
        hooks.add(new HookChain.Registered(Objects.requireNonNull(hook, "hook"), false));
        return self();
    }

    /** Adds a hook whose own errors are logged and do not fail the step (H3). */
    public final B failOpenHook(StepHook hook) {
        hooks.add(new HookChain.Registered(Objects.requireNonNull(hook, "hook"), true));
        return self();
    }

    /**
     * Adds an observer, which hears the events of all runs of this engine, and may see what it executes, as those of
     * the modules for Micrometer and OpenTelemetry do. Its errors are logged (H3).
     */
    public final B observer(RunObserver observer) {
        observers.add(Objects.requireNonNull(observer, "observer"));
        return self();
    }

    /**
     * Sets other clocks than those of this machine, for tests. They count pauses, the timeouts of steps and the age of
     * leases. The end of a lease is a matter of the store's clock (L1), so give the store the same ones.
     */
    public final B clock(MachineClock clocks) {
        this.clock = Objects.requireNonNull(clocks, "clock");
        return self();
    }

    /** Sets the time for which closing waits for steps in progress, for tests. */
    final B closePatience(Duration patience) {
        this.closePatience = patience;
        return self();
    }

    /** The configuration. */
    final RunnerConfig config(
            String namespace, @Nullable Duration waitTimeout, RunnerConfig.Starts starts, UnaryOperator<String> names) {
        return new RunnerConfig(
                namespace,
                new VisitSettings(
                        maxMode,
                        maxSteps,
                        maxCrashes,
                        maxValueBytes,
                        Math.max(VisitSettings.DEFAULT_MAX_VALUE_BYTES, maxValueBytes),
                        hooks),
                starts,
                names,
                failureTrace,
                waitTimeout,
                observers,
                clock,
                lease,
                closePatience,
                deleteAfter,
                pollInterval,
                parallel,
                maxFamily,
                maxMessages,
                keepMessages);
    }

    static int atLeast(int least, int given, String what) {
        if (given < least) {
            throw new IllegalArgumentException(what + " is at least " + least + ", not " + given + ".");
        }
        return given;
    }

    static @Nullable Duration positive(@Nullable Duration given, String what) {
        if (given != null && (given.isNegative() || given.isZero())) {
            throw new IllegalArgumentException(what + " must be longer than zero, not " + given + ".");
        }
        return given == null || given.compareTo(Horizon.FARTHEST) > 0 ? null : given;
    }
}
