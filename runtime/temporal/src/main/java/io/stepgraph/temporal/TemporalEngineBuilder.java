package io.stepgraph.temporal;

import io.stepgraph.PermissionMode;
import io.stepgraph.internal.log.Observers;
import io.stepgraph.internal.step.HookChain;
import io.stepgraph.internal.visit.VisitSettings;
import io.stepgraph.runtime.Names;
import io.stepgraph.runtime.WaitTimeoutException;
import io.stepgraph.runtime.hook.RunObserver;
import io.stepgraph.runtime.hook.StepHook;
import io.stepgraph.store.Horizon;
import io.temporal.api.enums.v1.QueryRejectCondition;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.serviceclient.WorkflowServiceStubs;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Builds a {@link TemporalEngine}. Not safe for use by many threads. */
public final class TemporalEngineBuilder {
    /** Temporal takes 2 MB for all values of a message together. */
    static final int MAX_MESSAGE_VALUE_BYTES = 400_000;

    private static final int MAX_VALUE_BYTES_WITHOUT_BLOBS = 1_000_000;
    private static final int DEFAULT_VISITS = 500;
    private static final int DEFAULT_CACHE = 600;

    private final WorkflowServiceStubs service;
    private final List<HookChain.Registered> hooks = new ArrayList<>();
    private final List<RunObserver> observers = new ArrayList<>();
    private String namespace = "default";
    private UnaryOperator<String> names = UnaryOperator.identity();
    private String temporalNamespace = "default";
    private @Nullable PermissionMode startMode;
    private PermissionMode maxMode = PermissionMode.DEFAULT;
    private int maxSteps = VisitSettings.DEFAULT_MAX_STEPS;
    private int maxCrashes = VisitSettings.DEFAULT_MAX_CRASHES;
    private @Nullable BlobStore blobs;
    private int maxValueBytes;
    private int visitsPerExecution = DEFAULT_VISITS;
    private Duration lease = Duration.ofSeconds(30);
    private @Nullable Duration deadline;
    private @Nullable Duration waitTimeout;
    private boolean hasLoops = true;
    private boolean hasSteps = true;
    private int cachedLoops = DEFAULT_CACHE;

    TemporalEngineBuilder(WorkflowServiceStubs service) {
        this.service = Objects.requireNonNull(service, "service");
    }

    /** Sets the namespace of the runs (L4), inside that of Temporal; {@code default} unless set. */
    public TemporalEngineBuilder namespace(String name) {
        this.namespace = Names.checked(name, "name", "A namespace");
        return this;
    }

    /** Sets the namespace of Temporal; {@code default} unless set. */
    public TemporalEngineBuilder temporalNamespace(String name) {
        this.temporalNamespace = Objects.requireNonNull(name, "name");
        return this;
    }

    /** Sets the mode of the runs that are started (M1); {@link #maxMode} unless set. */
    public TemporalEngineBuilder startMode(PermissionMode mode) {
        this.startMode = Objects.requireNonNull(mode, "mode");
        return this;
    }

    /**
     * Sets the highest mode in which this process executes a run, whatever the run's own mode is (M1); {@link
     * PermissionMode#DEFAULT} unless set.
     */
    public TemporalEngineBuilder maxMode(PermissionMode most) {
        this.maxMode = Objects.requireNonNull(most, "most");
        return this;
    }

    /** Sets the budget of a run: visits that it may make without an answer (R8). The default is 1,000. */
    public TemporalEngineBuilder maxSteps(int visits) {
        this.maxSteps = positive(visits, "maxSteps");
        return this;
    }

    /** Sets the number of crashes in one visit after which the run fails (R6); 5 unless set. */
    public TemporalEngineBuilder maxCrashes(int crashes) {
        this.maxCrashes = positive(crashes, "maxCrashes");
        return this;
    }

    /**
     * Sets the size of the largest value, in bytes of JSON (R12). With {@linkplain #blobs blobs} 16 MB unless set;
     * without them 400,000 unless set, and 1,000,000 at most, because Temporal takes 2 MB for all values of a visit
     * together: a state, an input and the custom events. An answer, and the custom events of a visit together, have
     * 400,000 bytes at most also with blobs.
     */
    public TemporalEngineBuilder maxValueBytes(int bytes) {
        this.maxValueBytes = positive(bytes, "maxValueBytes");
        return this;
    }

    /**
     * Keeps values of more than 32 kB outside of Temporal, so that they may be larger than its messages. All processes
     * of a graph need the same blobs. {@link TemporalEngine#prune} deletes those of runs that Temporal has deleted.
     */
    public TemporalEngineBuilder blobs(BlobStore store) {
        this.blobs = Objects.requireNonNull(store, "store");
        return this;
    }

    /**
     * Sets the time after which a visit is made again by another worker, if its worker is silent (R4): the heartbeat
     * timeout of the activity; 30 seconds unless set. A step notices a cancel within half of it.
     */
    public TemporalEngineBuilder lease(Duration length) {
        if (length.compareTo(Duration.ofMillis(100)) < 0) {
            throw new IllegalArgumentException("A lease must be at least 100 ms, not " + length + ".");
        }
        this.lease = Horizon.within(length);
        return this;
    }

    /** Sets the time that a run has from its start (R8); no limit unless set. */
    public TemporalEngineBuilder deadline(Duration time) {
        this.deadline = Horizon.within(positive(time, "deadline"));
        return this;
    }

    /**
     * Sets the time for which a call waits for Temporal, and for a run that is executed, until it throws
     * {@link WaitTimeoutException} (R3); without limit unless set. The run is not changed by it.
     */
    public TemporalEngineBuilder waitTimeout(Duration limit) {
        this.waitTimeout = positive(limit, "waitTimeout");
        return this;
    }

    /**
     * Sets the number of visits after which the workflow of a run continues as new, so that its history stays short;
     * 500 unless set. The workflow of a thread does so after as many runs.
     */
    public TemporalEngineBuilder visitsPerExecution(int visits) {
        this.visitsPerExecution = positive(visits, "visitsPerExecution");
        return this;
    }

    /**
     * Sets how the names of people are written (W1), as {@code names} of a {@code RunnerBuilder}; the identity unless
     * set. All processes of a graph need the same.
     */
    public TemporalEngineBuilder names(UnaryOperator<String> normaliser) {
        this.names = Objects.requireNonNull(normaliser, "normaliser");
        return this;
    }

    /** Adds a hook (H1). All workers of a graph need the same. */
    public TemporalEngineBuilder hook(StepHook hook) {
        hooks.add(new HookChain.Registered(Objects.requireNonNull(hook, "hook"), false));
        return this;
    }

    /** Adds a hook whose own errors are logged and do not fail the step (H3). */
    public TemporalEngineBuilder failOpenHook(StepHook hook) {
        hooks.add(new HookChain.Registered(Objects.requireNonNull(hook, "hook"), true));
        return this;
    }

    /**
     * Adds an observer (H3). It hears the events of the visits that this process makes, from the start of a step to how
     * it ends. If the process dies before Temporal has the result, the visit is made again, and its events are told
     * again. No {@linkplain RunObserver#executes scopes} are opened on Temporal.
     */
    public TemporalEngineBuilder observer(RunObserver observer) {
        observers.add(Objects.requireNonNull(observer, "observer"));
        return this;
    }

    /** Lets this process only start and answer runs. Other processes execute them. */
    public TemporalEngineBuilder clientOnly() {
        this.hasLoops = false;
        this.hasSteps = false;
        return this;
    }

    /** Lets this process only execute steps. Other processes execute the loops between them. */
    public TemporalEngineBuilder stepsOnly() {
        this.hasLoops = false;
        this.hasSteps = true;
        return this;
    }

    /** Lets this process only execute the loops of runs, which need no agent. Other processes execute their steps. */
    public TemporalEngineBuilder loopsOnly() {
        this.hasLoops = true;
        this.hasSteps = false;
        return this;
    }

    /** Sets the number of loops that stay in memory between two visits, for tests. */
    TemporalEngineBuilder cachedLoops(int most) {
        this.cachedLoops = most;
        return this;
    }

    /** Builds the engine. */
    public TemporalEngine build() {
        if (blobs == null && maxValueBytes > MAX_VALUE_BYTES_WITHOUT_BLOBS) {
            throw new IllegalArgumentException(
                    "maxValueBytes must be at most " + MAX_VALUE_BYTES_WITHOUT_BLOBS + ", not " + maxValueBytes
                            + ", because Temporal takes no larger message. Set blobs(...) for larger values.");
        }
        int byDefault = blobs == null ? MAX_MESSAGE_VALUE_BYTES : VisitSettings.DEFAULT_MAX_VALUE_BYTES;
        int most = maxValueBytes == 0 ? byDefault : maxValueBytes;
        LargeValues largeValues = new LargeValues(blobs);
        WorkflowClient client = WorkflowClient.newInstance(
                service,
                WorkflowClientOptions.newBuilder()
                        .setNamespace(temporalNamespace)
                        .setDataConverter(WireConverter.all(largeValues))
                        // What a run has ended with is read from its history, and asks no worker.
                        .setQueryRejectCondition(QueryRejectCondition.QUERY_REJECT_CONDITION_NOT_OPEN)
                        .build());
        ScheduledExecutorService timer = Executors.newScheduledThreadPool(2, task -> {
            Thread thread = new Thread(task, "stepgraph temporal");
            thread.setDaemon(true);
            return thread;
        });
        EngineConfig config = new EngineConfig(
                namespace,
                names,
                Objects.requireNonNullElse(startMode, maxMode),
                new VisitSettings(maxMode, maxSteps, maxCrashes, most, Math.min(most, MAX_MESSAGE_VALUE_BYTES), hooks),
                lease,
                deadline,
                visitsPerExecution,
                hasLoops,
                hasSteps,
                cachedLoops,
                new Observers(List.copyOf(observers)),
                largeValues,
                new Waiting(timer, waitTimeout));
        return new TemporalEngine(client, config, blobs, timer);
    }

    private static Duration positive(Duration given, String what) {
        if (given.isNegative() || given.isZero()) {
            throw new IllegalArgumentException(what + " must be longer than zero, not " + given + ".");
        }
        return given;
    }

    private static int positive(int given, String what) {
        if (given < 1) {
            throw new IllegalArgumentException(what + " is at least 1, not " + given + ".");
        }
        return given;
    }
}
