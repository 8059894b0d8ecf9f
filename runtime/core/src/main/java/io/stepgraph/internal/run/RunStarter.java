package io.stepgraph.internal.run;

import io.stepgraph.internal.codec.EncodedValue;
import io.stepgraph.internal.codec.StartComparison;
import io.stepgraph.internal.codec.ValueCodec;
import io.stepgraph.internal.lease.LeaseAcquirer.AcquiredRun;
import io.stepgraph.internal.lease.LocalRun;
import io.stepgraph.internal.lease.RunReport;
import io.stepgraph.internal.lease.RunnerConfig;
import io.stepgraph.internal.lease.RunnerContext;
import io.stepgraph.internal.step.GateEntry;
import io.stepgraph.internal.step.StepCursor;
import io.stepgraph.internal.step.StepPlan;
import io.stepgraph.internal.visit.EncodedStart;
import io.stepgraph.runtime.StartOptions;
import io.stepgraph.runtime.ThreadBusyException;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.runtime.graph.StepEntry;
import io.stepgraph.store.NewRun;
import io.stepgraph.store.QueueRequest;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.Store;
import io.stepgraph.store.StoredRun;
import io.stepgraph.store.ThreadBusyPolicy;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Starts runs of one graph. */
final class RunStarter<A, S, E, N extends Enum<N>> {
    private final GraphRunner<A, S, E, N> graph;
    private final RunnerContext runner;
    private final RunDecider<A, S, E, N> decider;
    private final StartComparison<S, N> comparison;
    private final StoredRunReader<S, N> records;
    private final @Nullable String thread;

    /** The values with which a call starts a run if there is none. */
    @FunctionalInterface
    interface Start<S, N extends Enum<N>> {

        /** Whether the call tries to start the run before it looks for it, since that costs nothing but the write. */
        default boolean isAtHand() {
            return false;
        }

        /**
         * Starts the run.
         *
         * @return to execute it, or to wait for its thread; {@link Decision.Reload} only if the run exists
         */
        Decision<S, N> start(RunKey key);

        /**
         * Compares the start with that of the run that exists.
         *
         * @throws io.stepgraph.runtime.StartConflictException if they differ
         */
        default void compare(StoredRun found) {}
    }

    RunStarter(
            GraphRunner<A, S, E, N> graph,
            RunnerContext runner,
            RunDecider<A, S, E, N> decider,
            StoredRunReader<S, N> records,
            @Nullable String thread) {
        this.graph = graph;
        this.runner = runner;
        this.decider = decider;
        this.records = records;
        this.thread = thread;
        this.comparison = new StartComparison<>(graph.codecs);
    }

    /** A start with these values, which it writes at once. */
    Start<S, N> given(S state, @Nullable Object input, Caller caller) {
        return new GivenStart(state, input, caller, false);
    }

    /**
     * Stores a run for a worker; false if there is one of this key, which has ended or was started with the same
     * values.
     */
    boolean enqueue(RunKey key, S state, @Nullable Object input, Caller caller) {
        return enqueue(key, new GivenStart(state, input, caller, false), caller);
    }

    /** Stores a run for a worker; false if there is one of this key, and then neither value is asked for. */
    boolean enqueue(RunKey key, Supplier<? extends S> state, @Nullable Supplier<?> input, Caller caller) {
        return records.find(key) == null && enqueue(key, supply(state, input, caller), caller);
    }

    private boolean enqueue(RunKey key, GivenStart given, Caller caller) {
        StartOptions options = caller.options();
        QueueRequest request =
                new QueueRequest(runner.config().starts().maxQueued(), options.startAt(), options.startAfter());
        return queue(
                key,
                given.started(key),
                (s, events) -> s.queue().enqueue(given.newRun(key, events), request),
                given::compare);
    }

    /**
     * Stores a queued run.
     *
     * @param started the event of its start
     * @param write stores it with its events, unless there is one of its key
     * @param compare throws if the run that there is was started otherwise
     * @return false if there is one
     */
    boolean queue(RunKey key, RunReport started, BiPredicate<Store, List<Json>> write, Consumer<StoredRun> compare) {
        while (true) {
            try {
                if (runner.store().tryWrite(started, write)) {
                    graph.saveGraph();
                    return true;
                }
            } catch (ThreadBusyException busy) {
                if (!decider.endOverdue(busy)) {
                    throw busy;
                }
                continue;
            }
            StoredRun found = records.find(key);
            if (found != null) {
                compare.accept(found);
                return false;
            }
        }
    }

    /** A run that a caller starts with the settings of this runner. */
    NewRun newRun(
            RunKey key,
            Json start,
            @Nullable String inThread,
            boolean isStateGiven,
            StepEntry checkpoint,
            Json state,
            Caller caller,
            Map<String, String> labels,
            List<Json> events) {
        RunnerConfig.Starts settings = runner.config().starts();
        return new NewRun(
                key,
                graph.plan.spec.name(),
                graph.plan.spec.fingerprint(),
                settings.mode(),
                start,
                settings.retention(),
                inThread,
                isStateGiven,
                checkpoint,
                state,
                settings.deadline(),
                events,
                caller.name(),
                labels);
    }

    /** A start with values that are asked for at most once, and only if there is no run. */
    Start<S, N> supplied(Supplier<? extends S> state, @Nullable Supplier<?> input, Caller caller) {
        return new Start<S, N>() {
            private @Nullable Start<S, N> given;

            @Override
            public Decision<S, N> start(RunKey key) {
                if (given == null) {
                    given = supply(state, input, caller);
                }
                return given.start(key);
            }
        };
    }

    private GivenStart supply(Supplier<? extends S> state, @Nullable Supplier<?> input, Caller caller) {
        S first = Objects.requireNonNull(state.get(), "what the supplier of the state gave");
        return new GivenStart(first, input == null ? null : input.get(), caller, true);
    }

    /** A start that was given. */
    private final class GivenStart implements Start<S, N> {
        private final EncodedStart<N> start;
        private final Caller caller;
        private final boolean isSupplied;

        GivenStart(S state, @Nullable Object input, Caller caller, boolean isSupplied) {
            this.start =
                    EncodedStart.of(graph.codecs, comparison, state, input, graph.plan.startedBy(caller.name(), null));
            this.caller = caller;
            this.isSupplied = isSupplied;
        }

        @Override
        public boolean isAtHand() {
            return true;
        }

        @Override
        public void compare(StoredRun run) {
            Json stored = run.start();
            if (stored != null && !run.status().isEnd() && !isSupplied) {
                RunHistory.checkNoFork(run.key(), stored);
                comparison.compare(run.key().id(), stored, start.document());
            }
        }

        @Override
        public Decision<S, N> start(RunKey key) {
            while (true) {
                try {
                    AcquiredRun started = runner.leases().start(started(key), events -> newRun(key, events));
                    return started == null ? new Decision.Reload<>() : execute(started);
                } catch (ThreadBusyException busy) {
                    if (!decider.endOverdue(busy)) {
                        return await(busy);
                    }
                }
            }
        }

        private RunReport started(RunKey key) {
            return new RunReport(
                    key, thread, caller.started(key, caller.options().labels()));
        }

        private NewRun newRun(RunKey key, List<Json> events) {
            Json state = start.state().json();
            return RunStarter.this.newRun(
                    key,
                    start.document(),
                    thread,
                    !isSupplied && start.input() == null,
                    start.checkpoint(),
                    state,
                    caller,
                    caller.options().labels(),
                    events);
        }

        private Decision<S, N> execute(AcquiredRun started) {
            GateEntry<N> entry = start.entry();
            StepCursor<S, N> cursor = new StepCursor<>(entry.step(), state(started.run()), input(), entry.ruleState());
            return new Decision.Execute<>(started, cursor, null);
        }

        /**
         * The given state, or in a thread that had a run before the state that this run left (L2). Steps never get the
         * caller's object if they can change it, so that the caller can give it once more.
         */
        @SuppressWarnings("unchecked") // the codec of the state gives states
        private S state(StoredRun started) {
            EncodedValue state = start.state();
            return graph.codecs.state().isImmutable() && state.json().equals(started.state())
                    ? (S) state.value()
                    : records.state(started);
        }

        private @Nullable Object input() {
            EncodedValue input = start.input();
            if (input == null) {
                return null;
            }
            ValueCodec inputs = graph.codecs.input(first());
            return inputs.isImmutable() ? input.value() : inputs.read(input.json());
        }
    }

    private StepPlan<N> first() {
        return graph.plan.step(graph.plan.spec.start());
    }

    private Decision<S, N> await(ThreadBusyException busy) {
        RunnerConfig config = runner.config();
        if (config.starts().onBusy() == ThreadBusyPolicy.FAIL
                || LocalRun.isAnyIn(config.namespace(), Objects.requireNonNull(thread))) {
            throw busy;
        }
        return new Decision.Wait<>(waiter -> waiter.awaitThread(busy));
    }
}
