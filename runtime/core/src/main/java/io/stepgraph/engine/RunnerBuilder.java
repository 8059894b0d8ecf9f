package io.stepgraph.engine;

import io.stepgraph.PermissionMode;
import io.stepgraph.internal.lease.RunnerConfig;
import io.stepgraph.runtime.Names;
import io.stepgraph.runtime.client.AgentRuns;
import io.stepgraph.store.Retention;
import io.stepgraph.store.Store;
import io.stepgraph.store.ThreadBusyPolicy;
import java.time.Duration;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Configures a {@link Runner}; {@link Runner#builder} makes one. Not safe for use by many threads. */
public final class RunnerBuilder extends EngineBuilder<RunnerBuilder> {
    private @Nullable PermissionMode startMode;
    private String namespace = "default";
    private @Nullable Duration deadline;
    private @Nullable Duration waitTimeout;
    private Retention retention = Retention.KEEP_OUTCOME;
    private ThreadBusyPolicy onBusy = ThreadBusyPolicy.FAIL;
    private @Nullable Integer maxQueued;
    private UnaryOperator<String> names = UnaryOperator.identity();

    RunnerBuilder(Store store) {
        super(store);
    }

    @Override
    RunnerBuilder self() {
        return this;
    }

    /**
     * Sets the mode of the runs that are started here (M1); that of {@link #maxMode} unless set. A lower one lets runs
     * begin carefully, each to be raised when somebody agrees ({@link AgentRuns#mode}). A mode above {@link #maxMode}
     * has no effect here; it serves runs that another runner continues.
     */
    public RunnerBuilder startMode(PermissionMode mode) {
        this.startMode = Objects.requireNonNull(mode, "mode");
        return this;
    }

    /** Sets the namespace (tenant) of all runs of this runner, 1 to 200 characters; {@code default} unless set. */
    public RunnerBuilder namespace(String name) {
        this.namespace = Names.checked(name, "name", "The name of a namespace");
        return this;
    }

    /**
     * Sets the longest time that a new run may take, including its pauses (R8). The default is no limit. It is measured
     * by the store's clock, so it is the same for all machines, and checked between two steps, not during a step.
     */
    public RunnerBuilder deadline(@Nullable Duration limit) {
        this.deadline = positive(limit, "deadline");
        return this;
    }

    /**
     * Sets the time for which a call waits while another call executes the run, in this process or another one (R3), or
     * while the thread is busy ({@link ThreadBusyPolicy#WAIT}). The default is no limit.
     */
    public RunnerBuilder waitTimeout(@Nullable Duration limit) {
        this.waitTimeout = positive(limit, "waitTimeout");
        return this;
    }

    /**
     * Sets how many of the agents that a run has called one call of {@code run}, {@code resume}, {@code retry} or
     * {@code answer} executes at the same time (C7); 4 unless set. One of them is executed in the thread of the call,
     * the others in threads of the runner.
     *
     * @param agents 1 or more; with 1, they are executed one after the other
     */
    public RunnerBuilder parallel(int agents) {
        this.parallel = atLeast(1, agents, "parallel");
        return this;
    }

    /**
     * Sets how many messages may wait in a run when one more is told; 1,000 unless set. One above that is refused with
     * {@link io.stepgraph.runtime.QueueFullException} (Q8).
     *
     * @param messages 1 or more
     */
    public RunnerBuilder maxMessages(int messages) {
        this.maxMessages = atLeast(1, messages, "maxMessages");
        return this;
    }

    /**
     * Sets how long messages that were taken are kept at least, with their replies, so that the same id is known again
     * (Q6). They are removed when the run is told another one. The default is as long as their run.
     *
     * @param least a positive duration; null for as long as the run
     */
    public RunnerBuilder keepMessages(@Nullable Duration least) {
        this.keepMessages = positive(least, "keepMessages");
        return this;
    }

    /**
     * Sets how much the store keeps of the runs that are started here, after they have completed or were cancelled
     * (S3); {@link Retention#KEEP_OUTCOME} unless set.
     */
    public RunnerBuilder retention(Retention kept) {
        this.retention = Objects.requireNonNull(kept, "kept");
        return this;
    }

    /**
     * Sets what becomes of a start in a thread that has an unfinished run (I8); {@link ThreadBusyPolicy#FAIL} unless
     * set.
     */
    public RunnerBuilder onBusy(ThreadBusyPolicy choice) {
        this.onBusy = Objects.requireNonNull(choice, "choice");
        return this;
    }

    /**
     * Sets how many runs of one graph, in the namespace of this runner, may be {@code QUEUED} when {@code enqueue}
     * stores one more (L5). A start above that throws {@link io.stepgraph.runtime.QueueFullException} and stores
     * nothing; an answer is never refused for this reason. The default is no limit.
     *
     * @param runs 1 or more; each start counts up to that many runs, so a limit above 10,000 makes it slower
     */
    public RunnerBuilder maxQueued(int runs) {
        this.maxQueued = atLeast(1, runs, "maxQueued");
        return this;
    }

    /**
     * Sets how the names of people are written (W1): each that acts here passes through it once, before it is compared
     * or stored. The identity unless set. It decides what only the program knows: whether {@code Ann} and {@code ann}
     * are one person, {@code ß} and {@code ss}, a letter of another script that looks the same, or a name with a
     * domain. All processes of a store need the same; set it before the first run, because names that are stored stay
     * as they are.
     *
     * <pre>{@code
     * Runner.builder(store).names(name -> name.toLowerCase(Locale.ROOT))
     * }</pre>
     *
     * @param normaliser gives the same name for the same person. Where it throws or returns null or what no name may
     *     be, {@code as(actor)} throws an {@link IllegalArgumentException}
     */
    public RunnerBuilder names(UnaryOperator<String> normaliser) {
        this.names = Objects.requireNonNull(normaliser, "normaliser");
        return this;
    }

    /** Builds the runner. */
    public Runner build() {
        PermissionMode mode = Objects.requireNonNullElse(startMode, maxMode);
        return new Runner(
                store,
                config(
                        namespace,
                        waitTimeout,
                        new RunnerConfig.Starts(mode, deadline, retention, onBusy, maxQueued),
                        names));
    }
}
