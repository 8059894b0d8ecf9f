package io.stepgraph.engine;

import io.stepgraph.PermissionMode;
import io.stepgraph.engine.lease.RunnerConfig;
import io.stepgraph.engine.store.Horizon;
import io.stepgraph.engine.store.Retention;
import io.stepgraph.engine.store.Store;
import io.stepgraph.engine.store.ThreadBusyPolicy;
import io.stepgraph.runtime.Names;
import io.stepgraph.runtime.Time;
import io.stepgraph.runtime.client.AgentRuns;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.hook.RegisteredHook;
import io.stepgraph.runtime.hook.StepHook;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Configures a {@link Runner}; {@link Runner#builder} makes one. Not safe for use by many threads. */
public final class RunnerBuilder {
    private static final Duration SHORTEST_LEASE = Duration.ofMillis(100);
    private static final int DEFAULT_MAX_STEPS = 1_000;
    private static final int DEFAULT_MAX_CRASHES = 5;
    private static final int DEFAULT_MAX_VALUE_BYTES = 16 << 20;

    private final Store store;
    private final List<RegisteredHook> hooks = new ArrayList<>();
    private final List<Consumer<? super RunEvent>> listeners = new ArrayList<>();
    private PermissionMode maxMode = PermissionMode.DEFAULT;
    private @Nullable PermissionMode startMode;
    private String namespace = "default";
    private int maxSteps = DEFAULT_MAX_STEPS;
    private int maxCrashes = DEFAULT_MAX_CRASHES;
    private int maxValueBytes = DEFAULT_MAX_VALUE_BYTES;
    private @Nullable Duration deadline;
    private @Nullable Duration waitTimeout;
    private Time time = Time.SYSTEM;
    private Duration lease = Duration.ofSeconds(30);
    private Duration closePatience = Duration.ofSeconds(10);
    private Retention retention = Retention.KEEP_OUTCOME;
    private Duration deleteAfter = Duration.ofMinutes(1);
    private ThreadBusyPolicy onBusy = ThreadBusyPolicy.FAIL;
    private Duration pollInterval = Duration.ofSeconds(1);

    RunnerBuilder(Store store) {
        this.store = store;
    }

    /**
     * The most that any run may do on this runner, whatever its own mode is (M1); {@link PermissionMode#DEFAULT} unless set.
     * A run that reaches a step with a higher requirement parks here, and continues on a runner that allows it.
     */
    public RunnerBuilder maxMode(PermissionMode mode) {
        this.maxMode = Objects.requireNonNull(mode, "mode");
        return this;
    }

    /**
     * The mode of the runs that are started here (M1); that of {@link #maxMode} unless set. A lower one lets runs begin
     * carefully, each to be raised when somebody agrees ({@link AgentRuns#mode}). A mode above {@link #maxMode} has no effect
     * here; it serves runs that another runner continues.
     */
    public RunnerBuilder startMode(PermissionMode mode) {
        this.startMode = Objects.requireNonNull(mode, "mode");
        return this;
    }

    /** The namespace (tenant) of all runs of this runner, 1 to 200 characters; {@code default} unless set. */
    public RunnerBuilder namespace(String name) {
        this.namespace = Names.checked(name, "name", "The name of a namespace");
        return this;
    }

    /** The budget of a run: visits that it may execute without a pause (R8). The default is 1,000. */
    public RunnerBuilder maxSteps(int visits) {
        this.maxSteps = atLeast(1, visits, "maxSteps");
        return this;
    }

    /** Crashes in one visit until the run fails (R6); 5 unless set. */
    public RunnerBuilder maxCrashes(int crashes) {
        this.maxCrashes = atLeast(1, crashes, "maxCrashes");
        return this;
    }

    /**
     * The largest value that is stored, in bytes of JSON (R12); 16 MiB unless set. The custom events between two commits take no
     * more together than that or 16 MiB, whichever is more.
     */
    public RunnerBuilder maxValueBytes(int bytes) {
        this.maxValueBytes = atLeast(1, bytes, "maxValueBytes");
        return this;
    }

    /**
     * How long a new run may take, including its pauses (R8). The default is no limit. It is measured by the store's clock,
     * so it is the same for all machines, and checked between two steps, not during a step.
     */
    public RunnerBuilder deadline(@Nullable Duration limit) {
        this.deadline = positive(limit, "deadline");
        return this;
    }

    /**
     * How long a call waits while another call executes the run, in this process or another one (R3), or while the thread is
     * busy ({@link ThreadBusyPolicy#WAIT}). The default is no limit.
     */
    public RunnerBuilder waitTimeout(@Nullable Duration limit) {
        this.waitTimeout = positive(limit, "waitTimeout");
        return this;
    }

    /**
     * How long a run that this runner executes stays its own without a sign of life (L1); 30 seconds unless set. Each commit
     * is one, and in between the lease is renewed in the background. A process that is paused or cut off from the store for
     * longer loses its runs to the next caller, and nothing that it does later is stored. When it wakes up, it asks the store
     * before it begins another step or attempt (R1); only the external effects of its present step continue.
     */
    public RunnerBuilder lease(Duration length) {
        if (length.compareTo(SHORTEST_LEASE) < 0) {
            throw new IllegalArgumentException(
                    "A lease is not shorter than " + SHORTEST_LEASE + "; this one is " + length + ".");
        }
        this.lease = Horizon.within(length);
        return this;
    }

    /**
     * How much the store keeps of the runs that are started here, after they have completed or were cancelled (S3);
     * {@link Retention#KEEP_OUTCOME} unless set.
     */
    public RunnerBuilder retention(Retention kept) {
        this.retention = Objects.requireNonNull(kept, "kept");
        return this;
    }

    /**
     * How long after their end runs with {@link Retention#DELETE_ON_END} are deleted (S3); one minute unless set. Calls of
     * this runner do that when they have their outcome, and {@link Runner#close} does: a runner that is not called deletes
     * nothing until then. Until a run is deleted, its id returns its outcome.
     *
     * @param time zero or more
     */
    public RunnerBuilder deleteAfter(Duration time) {
        if (time.isNegative()) {
            throw new IllegalArgumentException("deleteAfter is zero or more, not " + time + ".");
        }
        this.deleteAfter = Horizon.within(time);
        return this;
    }

    /** The treatment of a start in a thread that has an unfinished run (I8); {@link ThreadBusyPolicy#FAIL} unless set. */
    public RunnerBuilder onBusy(ThreadBusyPolicy choice) {
        this.onBusy = Objects.requireNonNull(choice, "choice");
        return this;
    }

    /**
     * The longest interval at which streams and waiting calls poll the store for changes by other processes (V4). The default
     * is one second. They look more often at first, or, where the store gives {@linkplain Store#changeNotifications hints} of
     * changes, as soon as it does. Less often spares the store.
     */
    public RunnerBuilder pollInterval(Duration longest) {
        this.pollInterval = Objects.requireNonNullElse(
                positive(Objects.requireNonNull(longest, "longest"), "longest"), Horizon.FARTHEST);
        return this;
    }

    /** Adds a hook. */
    public RunnerBuilder hook(StepHook hook) {
        hooks.add(new RegisteredHook(Objects.requireNonNull(hook, "hook"), false));
        return this;
    }

    /** Adds a hook whose own errors are logged and do not fail the step (H3). */
    public RunnerBuilder failOpenHook(StepHook hook) {
        hooks.add(new RegisteredHook(Objects.requireNonNull(hook, "hook"), true));
        return this;
    }

    /** Adds a listener. It is called in the executing thread and must be quick; its errors are logged. */
    public RunnerBuilder listener(Consumer<? super RunEvent> listener) {
        listeners.add(Objects.requireNonNull(listener, "listener"));
        return this;
    }

    /** Another time, for tests. */
    RunnerBuilder time(Time other) {
        this.time = other;
        return this;
    }

    /** How long closing waits for steps in progress, for tests. */
    RunnerBuilder closePatience(Duration patience) {
        this.closePatience = patience;
        return this;
    }

    /** The runner. */
    public Runner build() {
        return new Runner(new RunnerConfig(
                store,
                namespace,
                Objects.requireNonNullElse(startMode, maxMode),
                maxMode,
                maxSteps,
                maxCrashes,
                maxValueBytes,
                deadline,
                waitTimeout,
                hooks,
                listeners,
                time,
                lease,
                closePatience,
                retention,
                deleteAfter,
                onBusy,
                pollInterval));
    }

    private static int atLeast(int least, int given, String what) {
        if (given < least) {
            throw new IllegalArgumentException(what + " is at least " + least + ", not " + given + ".");
        }
        return given;
    }

    private static @Nullable Duration positive(@Nullable Duration given, String what) {
        if (given != null && (given.isNegative() || given.isZero())) {
            throw new IllegalArgumentException(what + " is longer than nothing, not " + given + ".");
        }
        return given == null || given.compareTo(Horizon.FARTHEST) > 0 ? null : given;
    }
}
