package io.stepgraph.runtime.execute;

import io.stepgraph.runtime.Stop;
import io.stepgraph.runtime.store.Checkpoint;
import io.stepgraph.runtime.store.Json;
import io.stepgraph.runtime.store.NewRun;
import io.stepgraph.runtime.store.RunKey;
import io.stepgraph.runtime.store.RunRecord;
import org.jspecify.annotations.Nullable;

/** Starts runs of one graph. */
final class Starting<A, S, E, N extends Enum<N>> {
    private final GraphRunner<A, S, E, N> runner;
    private final Claims claims;
    private final RunnerConfig config;
    private final Starts<S, N> starts;

    Starting(GraphRunner<A, S, E, N> runner, Claims claims, RunnerConfig config) {
        this.runner = runner;
        this.claims = claims;
        this.config = config;
        this.starts = new Starts<>(runner.plan, runner.values);
    }

    /** What a run is to be started with, found storable. */
    Start with(S state, @Nullable Object input) {
        return new Start(state, input);
    }

    /** A start that was given. */
    final class Start {
        private final S state;
        private final @Nullable Object input;
        private final Json storedState;
        private final @Nullable Json storedInput;
        private final Json document;

        private Start(S state, @Nullable Object input) {
            this.state = state;
            this.input = input;
            StepPlan<N> first = runner.plan.step(runner.plan.spec.start());
            StartInput.check(first, input);
            // First the parts, whose errors name the user's own types.
            this.storedState = runner.values.state().write(state);
            this.storedInput = input == null ? null : runner.values.input(first).write(input);
            this.document = starts.write(state, input);
        }

        /** Says no to a run that was started otherwise. */
        void compare(RunRecord run) {
            starts.compare(run, document);
        }

        /**
         * Starts a run and executes it up to its next stop.
         *
         * @return null if there is a run of this id
         */
        @Nullable Stop<N> begin(RunKey key, Execution mine) {
            GraphPlan<N> plan = runner.plan;
            Entry<N> entry = Entry.into(plan, plan.step(plan.spec.start()), null, "the start");
            Marks marks = entry.marks();
            Json storedMarks = marks == null ? null : runner.values.marks().write(marks.stored(plan));
            RunRecord started = claims.start(new NewRun(
                    key,
                    plan.spec.name(),
                    plan.spec.fingerprint(),
                    config.ceiling(),
                    document,
                    new Checkpoint(entry.step().name, storedInput, storedState, 1, 1, 0, 1, storedMarks),
                    config.timeLimit()));
            if (started == null) {
                return null;
            }
            runner.events(key.id()).started();
            return runner.toNextStop(
                    started, new Position<>(entry.step(), state, input, marks), mine, runner.hooks(key.id()));
        }
    }
}
