package io.stepgraph.runtime;

import io.stepgraph.PermissionMode;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.execute.Names;
import io.stepgraph.runtime.execute.RegisteredHook;
import io.stepgraph.runtime.execute.RunnerConfig;
import io.stepgraph.runtime.execute.RunnerCore;
import io.stepgraph.runtime.execute.Time;
import io.stepgraph.runtime.hook.StepHook;
import io.stepgraph.runtime.store.Horizon;
import io.stepgraph.runtime.store.Store;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Runs graphs in this process, durably. Safe for use by many threads; one runner serves all graphs and runs of a program.
 *
 * <pre>{@code
 * try (Store store = SqliteStore.open(Path.of("runs.db"));
 *      Runner runner = Runner.builder(store).maxMode(PermissionMode.ACCEPT_EDITS).build()) {
 *     Outcome outcome = ReviewAgentGraph.of(new ReviewAgent(model)).on(runner).run("essay-1", essay);
 * }
 * }</pre>
 */
public final class Runner implements Engine, AutoCloseable {
    private final RunnerCore core;

    private Runner(RunnerConfig config) {
        this.core = new RunnerCore(config);
    }

    /**
     * Begins a runner on a store. The store stays the caller's to close, after the runner.
     *
     * @param store where runs are kept
     * @return a builder
     */
    public static Builder builder(Store store) {
        return new Builder(Objects.requireNonNull(store, "store"));
    }

    @Override
    public <A, S, E, N extends Enum<N>> RunClient<S, N> client(Graph<A, S, E, N> graph, A agent) {
        return core.client(Objects.requireNonNull(graph, "graph"), Objects.requireNonNull(agent, "agent"), null);
    }

    @Override
    public <A, S, E, N extends Enum<N>> RunClient<S, N> client(Graph<A, S, E, N> graph, A agent, String thread) {
        return core.client(
                Objects.requireNonNull(graph, "graph"),
                Objects.requireNonNull(agent, "agent"),
                Names.checked(thread, "thread", "The name of a thread"));
    }

    /**
     * Answers a question in JSON where the agent's classes are not at hand, as in a web front end of its own (I4): the answer
     * is held against the schema that was stored with the question, and stored, which closes the ticket. The run is {@code
     * QUEUED} then, and goes on in the next call of {@code run} or {@code resume}, in whatever process has the agent; that one
     * finds out where the answer leads, with the graph of its build. An answer that only the classes can tell to be none, such
     * as by a check in a constructor, is refused there: nothing is done with it, the log tells of that ({@link
     * RunEvent.AnswerRefused}), and the run waits with the same question and ticket again.
     *
     * <p>The same text again changes nothing, so that a call that was not confirmed can be made again.
     *
     * @param ticketId the text of the ticket
     * @param json the answer; of several kinds, {@code @type} tells which, or {@code ["Kind", value]}. Integers are written
     *     without a point and without an exponent
     * @throws StaleAnswerException if the ticket is no longer good, or of another namespace
     * @throws InvalidAnswerException if the text is none of the answers; the message names the field, and the run still waits
     * @throws CorruptCheckpointException if what is stored of the question is damaged
     * @throws StoreUnavailableException if the store does not answer
     */
    public void answer(String ticketId, String json) {
        core.answer(ticket(ticketId), Objects.requireNonNull(json, "json"), null);
    }

    /**
     * Answers a question in JSON and in somebody's name, which is stored and told with the answer (I6), where the agent's
     * classes are not at hand: as {@link #answer(String, String)}.
     *
     * @param ticketId the text of the ticket
     * @param json the answer
     * @param by who answers
     */
    public void answer(String ticketId, String json, String by) {
        core.answer(ticket(ticketId), Objects.requireNonNull(json, "json"), Names.kept(by, "by"));
    }

    private static Ticket ticket(String id) {
        return Ticket.parse(Objects.requireNonNull(id, "ticketId"));
    }

    /**
     * Ends the runs of this namespace that were cut off: those that are executed by nobody any more, since their leases are over
     * by the store's clock (L3). Without this, whoever asks for such a run takes it over. A run whose owner has a lease, and
     * one that waits or is delayed, is never touched; an owner that wakes up later stores nothing.
     *
     * @param policy how they end
     * @return the ids of those that were ended, of whatever graph; another one that is reaped at the same time is in one list
     *     only
     */
    public List<String> reap(ExpiredLeasePolicy policy) {
        Objects.requireNonNull(policy, "policy");
        return core.reap();
    }

    /**
     * Stops executing. Runs in progress are given back after their present step, and their callers get {@link RunnerClosedException};
     * a delay before a retry ends at once. Steps are waited for up to ten seconds; a step that takes longer is interrupted,
     * and its run given back without it. Closing again, or from another thread meanwhile, waits for the same: when it returns,
     * the store may be closed. A step that closes its own runner goes on to its end, and its run is given back then.
     */
    @Override
    public void close() {
        core.close();
    }

    /** Configures a runner. Not safe for use by many threads. */
    public static final class Builder {
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

        private Builder(Store store) {
            this.store = store;
        }

        /**
         * The most that any run may do on this runner, whatever its own mode is (M1); {@link PermissionMode#DEFAULT} unless
         * set. A run that comes to a step that requires more parks here, and goes on where a runner allows it.
         */
        public Builder maxMode(PermissionMode mode) {
            this.maxMode = Objects.requireNonNull(mode, "mode");
            return this;
        }

        /**
         * The mode of the runs that are started here (M1); that of {@link #maxMode} unless set. A lower one lets runs begin
         * carefully, each to be raised when somebody agrees ({@link AgentRuns#mode}). A higher one is held down by {@link
         * #maxMode} here, and is meant for runs that another runner goes on with.
         */
        public Builder startMode(PermissionMode mode) {
            this.startMode = Objects.requireNonNull(mode, "mode");
            return this;
        }

        /** The namespace (tenant) of all runs of this runner, 1 to 200 characters; {@code default} unless set. */
        public Builder namespace(String name) {
            this.namespace = Names.checked(name, "name", "The name of a namespace");
            return this;
        }

        /** Visits between two stops (R8); 1,000 unless set. */
        public Builder maxSteps(int visits) {
            this.maxSteps = atLeast(1, visits, "maxSteps");
            return this;
        }

        /** Crashes in one visit until the run fails (R6); 5 unless set. */
        public Builder maxCrashes(int crashes) {
            this.maxCrashes = atLeast(1, crashes, "maxCrashes");
            return this;
        }

        /**
         * The largest value that is stored, in bytes of JSON (R12); 16 MiB unless set. The custom events between two commits take no
         * more together than that or 16 MiB, whichever is more.
         */
        public Builder maxValueBytes(int bytes) {
            this.maxValueBytes = atLeast(1, bytes, "maxValueBytes");
            return this;
        }

        /**
         * How long a new run may take, waiting included (R8); for ever unless set. Measured by the store's clock, so that it is
         * the same for all machines; looked at between two steps, not during one.
         */
        public Builder deadline(@Nullable Duration limit) {
            this.deadline = positive(limit, "deadline");
            return this;
        }

        /**
         * How long to wait for the next stop of a run that another call executes, here or elsewhere (R3), or for a busy thread
         * ({@link ThreadBusyPolicy#WAIT}); for ever unless set.
         */
        public Builder waitTimeout(@Nullable Duration limit) {
            this.waitTimeout = positive(limit, "waitTimeout");
            return this;
        }

        /**
         * How long a run that this runner executes stays its own without a sign of life (L1); 30 seconds unless set. Each commit
         * is one, and in between the lease is renewed in the background. A process that is paused or cut off from the store for
         * longer loses its runs to whoever asks for them, and nothing that it does later is stored. When it wakes up, it asks
         * the store before it begins another step or attempt (R1); only the step that it was in goes on outside.
         */
        public Builder lease(Duration length) {
            if (length.compareTo(SHORTEST_LEASE) < 0) {
                throw new IllegalArgumentException(
                        "A lease is not shorter than " + SHORTEST_LEASE + "; this one is " + length + ".");
            }
            this.lease = Horizon.within(length);
            return this;
        }

        /**
         * What is kept of the runs that are started here once they have succeeded or were cancelled (S3); {@link
         * Retention#KEEP_OUTCOME} unless set.
         */
        public Builder retention(Retention kept) {
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
        public Builder deleteAfter(Duration time) {
            if (time.isNegative()) {
                throw new IllegalArgumentException("deleteAfter is zero or more, not " + time + ".");
            }
            this.deleteAfter = Horizon.within(time);
            return this;
        }

        /** What becomes of a start in a thread that has an unfinished run (I8); {@link ThreadBusyPolicy#FAIL} unless set. */
        public Builder onBusy(ThreadBusyPolicy choice) {
            this.onBusy = Objects.requireNonNull(choice, "choice");
            return this;
        }

        /**
         * How long at most until streams, and calls that wait for others, look at the store again for what other processes do
         * (V4); one second unless set. They look more often at first, or, where the store gives {@linkplain Store#changeNotifications hints} of
         * changes, as soon as it does. Less often spares the store.
         */
        public Builder pollInterval(Duration longest) {
            this.pollInterval = Objects.requireNonNullElse(
                    positive(Objects.requireNonNull(longest, "longest"), "longest"), Horizon.FARTHEST);
            return this;
        }

        /** Adds a hook. */
        public Builder hook(StepHook hook) {
            hooks.add(new RegisteredHook(Objects.requireNonNull(hook, "hook"), false));
            return this;
        }

        /** Adds a hook whose own errors are logged and do not fail the step (H3). */
        public Builder failOpenHook(StepHook hook) {
            hooks.add(new RegisteredHook(Objects.requireNonNull(hook, "hook"), true));
            return this;
        }

        /** Adds a listener. It is called in the executing thread and must be quick; its errors are logged. */
        public Builder listener(Consumer<? super RunEvent> listener) {
            listeners.add(Objects.requireNonNull(listener, "listener"));
            return this;
        }

        /** Another time, for tests. */
        Builder time(Time other) {
            this.time = other;
            return this;
        }

        /** How long closing waits for steps in progress, for tests. */
        Builder closePatience(Duration patience) {
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
}
