package io.stepgraph.runtime.execute;

import io.stepgraph.runtime.CorruptCheckpoint;
import io.stepgraph.runtime.OnBusy;
import io.stepgraph.runtime.Stop;
import io.stepgraph.runtime.ThreadBusy;
import io.stepgraph.runtime.store.Checkpoint;
import io.stepgraph.runtime.store.Json;
import io.stepgraph.runtime.store.NewRun;
import io.stepgraph.runtime.store.RunKey;
import io.stepgraph.runtime.store.RunRecord;
import io.stepgraph.runtime.store.Start;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Starts runs of one graph. */
final class Starting<A, S, E, N extends Enum<N>> {
    private final GraphRunner<A, S, E, N> runner;
    private final Claims claims;
    private final RunnerConfig config;
    private final Starts<S, N> starts;
    private final StoredPositions<S, N> positions;
    private final @Nullable String thread;

    Starting(GraphRunner<A, S, E, N> runner, Claims claims, RunnerConfig config, StoredPositions<S, N> positions) {
        this.runner = runner;
        this.claims = claims;
        this.config = config;
        this.positions = positions;
        this.thread = positions.thread();
        this.starts = new Starts<>(runner.plan, runner.values);
    }

    /** What a run is to be started with, found storable. */
    Given with(S state, @Nullable Object input) {
        return new Given(state, input);
    }

    /** A start that was given. */
    final class Given implements ToNextStop.Beginning<N> {
        private final Stored state;
        private final @Nullable Stored input;
        private final Start start;

        private Given(S state, @Nullable Object input) {
            StepPlan<N> first = runner.plan.step(runner.plan.spec.start());
            StartInput.check(first, input);
            // First the parts, whose errors name the user's own types.
            this.state = runner.values.state().copied(state);
            this.input = input == null ? null : runner.values.input(first).copied(input);
            this.start = starts.write(state, input);
        }

        @Override
        public boolean isAtHand() {
            return true;
        }

        @Override
        public void compare(RunRecord run) {
            starts.compare(run, start);
        }

        /** Once its thread is free, if that is wanted. */
        @Override
        public @Nullable Stop<N> begin(RunKey key, Execution mine, Attachment waiting) {
            GraphPlan<N> plan = runner.plan;
            Entry<N> entry = Entry.into(plan, plan.step(plan.spec.start()), null, "the start");
            Marks marks = entry.marks();
            Json storedMarks = marks == null ? null : runner.values.marks().write(marks.stored(plan));
            NewRun run = new NewRun(
                    key,
                    plan.spec.name(),
                    plan.spec.fingerprint(),
                    config.startMode(),
                    start,
                    config.retention(),
                    thread,
                    new Checkpoint(
                            entry.step().name,
                            input == null ? null : input.json(),
                            state.json(),
                            1,
                            1,
                            0,
                            1,
                            storedMarks),
                    config.timeLimit(),
                    List.of(RunLog.startedDocument()));
            Claimed started = inFreeThread(run, waiting);
            if (started == null) {
                return null;
            }
            RunLog<N> log = runner.log(key);
            log.started();
            return runner.toNextStop(
                    started,
                    new Position<>(entry.step(), state(started.run()), input(), marks),
                    mine,
                    runner.hooks(key.id()),
                    log);
        }

        private @Nullable Claimed inFreeThread(NewRun run, Attachment waiting) {
            while (true) {
                try {
                    return claims.start(run);
                } catch (ThreadBusy busy) {
                    if (isOverdue(busy)) {
                        continue;
                    }
                    if (config.onBusy() == OnBusy.FAIL
                            || Execution.isAnyIn(config.scope(), Objects.requireNonNull(thread))) {
                        throw busy;
                    }
                    waiting.busy(busy);
                }
            }
        }

        /** Whether the time of the run that is in the way was over: it has failed now, as at any touch (R8). */
        private boolean isOverdue(ThreadBusy busy) {
            if (busy.runId() == null) {
                return false;
            }
            try {
                RunRecord other = runner.store().find(new RunKey(config.scope(), busy.runId()));
                return other != null && other.isOverdue() && runner.endOverdue(other) != null;
            } catch (CorruptCheckpoint damaged) {
                return false;
            }
        }

        /**
         * The given state, or in a thread that had a run before what that run left (L2). What steps may change is not the
         * caller's object, so that the caller can give that once more.
         */
        @SuppressWarnings("unchecked") // what is read back of a state is one
        private S state(RunRecord started) {
            return runner.values.state().isImmutable()
                            && state.json().equals(started.checkpoint().state())
                    ? (S) state.value()
                    : positions.state(started);
        }

        private @Nullable Object input() {
            if (input == null) {
                return null;
            }
            Values inputs = runner.values.input(runner.plan.step(runner.plan.spec.start()));
            return inputs.isImmutable() ? input.value() : inputs.read(input.json());
        }
    }
}
