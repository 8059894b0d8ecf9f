package io.stepgraph.runtime;

import io.stepgraph.PermissionMode;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.hook.StepHook;
import io.stepgraph.runtime.store.Store;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Runs graphs in this process, durably. Safe for use by many threads; one runner serves all graphs and runs of a program.
 *
 * <pre>{@code
 * try (Store store = SqliteStore.open(Path.of("runs.db"));
 *      Runner runner = Runner.builder(store).mode(PermissionMode.ACCEPT_EDITS).build()) {
 *     Outcome outcome = ReviewAgentGraph.of(new ReviewAgent(model)).on(runner).run("essay-1", essay);
 * }
 * }</pre>
 */
public final class Runner implements AutoCloseable {
    private Runner() {}

    /**
     * Begins a runner on a store. The store stays the caller's to close, after the runner.
     *
     * @param store where runs are kept
     * @return a builder
     */
    public static Builder builder(Store store) {
        return new Builder();
    }

    /**
     * The runs of one graph on this runner. For generated code; users call {@code ReviewAgentGraph.of(agent).on(runner)}.
     *
     * @param graph the graph
     * @param agent the agent that executes its steps
     */
    public <A, S, E, N extends Enum<N>> RunClient<S, N> client(Graph<A, S, E, N> graph, A agent) {
        throw new UnsupportedOperationException();
    }

    /** Stops executing: runs in progress are handed back after their present step, or given up when it ignores that. */
    @Override
    public void close() {}

    /** Configures a runner. */
    public static final class Builder {
        private Builder() {}

        /** The ceiling of every run here, and the mode that new runs get; {@link PermissionMode#DEFAULT} unless set. */
        public Builder mode(PermissionMode ceiling) {
            return this;
        }

        /** The scope (tenant) of all runs of this runner; {@code default} unless set. */
        public Builder scope(String scope) {
            return this;
        }

        /** Visits between two stops (R8); 1,000 unless set. */
        public Builder maxSteps(int visits) {
            return this;
        }

        /** Crashes in one visit until the run fails (R6); 5 unless set. */
        public Builder maxCrashes(int crashes) {
            return this;
        }

        /** The largest value that is stored, in bytes of JSON (R12); 16 MiB unless set. */
        public Builder maxValueBytes(int bytes) {
            return this;
        }

        /** How long a new run may take, waiting included (R8); for ever unless set. */
        public Builder timeLimit(@Nullable Duration limit) {
            return this;
        }

        /** How long to wait for the next stop of a run that another process executes (R3); for ever unless set. */
        public Builder attachLimit(@Nullable Duration limit) {
            return this;
        }

        /** Adds a hook. */
        public Builder hook(StepHook hook) {
            return this;
        }

        /** Adds a hook whose own errors are logged and do not fail the step (H3). */
        public Builder failOpenHook(StepHook hook) {
            return this;
        }

        /** Adds a listener. It is called in the executing thread and must be quick; its errors are logged. */
        public Builder listener(Consumer<? super RunEvent> listener) {
            return this;
        }

        /** The runner. */
        public Runner build() {
            return new Runner();
        }
    }
}
