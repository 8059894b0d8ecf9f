package io.stepgraph.runtime.execute;

import io.stepgraph.runtime.CorruptCheckpoint;
import io.stepgraph.runtime.StartConflict;
import io.stepgraph.runtime.UnknownStep;
import io.stepgraph.runtime.WrongGraph;
import io.stepgraph.runtime.json.UnreadableValue;
import io.stepgraph.runtime.store.Checkpoint;
import io.stepgraph.runtime.store.Json;
import io.stepgraph.runtime.store.RunRecord;
import org.jspecify.annotations.Nullable;

/** Reads from stored runs where they go on. All that can be wrong with it is found before anything is touched (S2). */
final class StoredPositions<S, N extends Enum<N>> {
    private final GraphPlan<N> plan;
    private final GraphValues<N> values;
    private final @Nullable String thread;

    StoredPositions(GraphPlan<N> plan, GraphValues<N> values, @Nullable String thread) {
        this.plan = plan;
        this.values = values;
        this.thread = thread;
    }

    /** The thread that is talked about; null for all runs, in a thread or in none. */
    @Nullable String thread() {
        return thread;
    }

    /**
     * Says no to a run of another graph, or of another thread.
     *
     * @throws WrongGraph if it is of another graph
     * @throws StartConflict if it is of another thread
     */
    void checkGraph(RunRecord run) {
        if (!run.graph().equals(plan.spec.name())) {
            throw new WrongGraph("Run '" + run.key() + "' belongs to graph '" + run.graph() + "', not to '"
                    + plan.spec.name() + "'. Use its own graph, or another id.");
        }
        if (thread != null && !thread.equals(run.thread())) {
            throw new StartConflict("Run '" + run.key() + "' belongs to "
                    + (run.thread() == null ? "no thread" : "thread '" + run.thread() + "'") + ", not to thread '"
                    + thread + "'. Use another id. Nothing was changed.");
        }
    }

    /**
     * The step that a run stands at.
     *
     * @throws UnknownStep if this build does not have it
     */
    StepPlan<N> step(RunRecord run) {
        StepPlan<N> step = plan.find(run.checkpoint().step());
        if (step == null) {
            throw new UnknownStep("Run '" + run.key() + "' stands at step '"
                    + run.checkpoint().step() + "', which graph '" + plan.spec.name() + "' does not have; it has "
                    + plan.names() + ". If the step was renamed, name it in formerly. Nothing was touched.");
        }
        return step;
    }

    /**
     * The interrupt that a run stands at.
     *
     * @throws UnknownStep if this build does not have it
     * @throws CorruptCheckpoint if it is none in this build
     */
    StepPlan<N> interrupt(RunRecord run) {
        StepPlan<N> step = step(run);
        if (!step.isInterrupt) {
            throw new CorruptCheckpoint("Run '" + run.key() + "' has asked a question at step '" + step.name
                    + "', which is no interrupt in this build.");
        }
        return step;
    }

    /**
     * Where a run goes on, with values of its own.
     *
     * @throws CorruptCheckpoint if what is stored cannot be read
     */
    Position<S, N> of(RunRecord run) {
        StepPlan<N> step = step(run);
        Checkpoint stored = run.checkpoint();
        if (step.takesInput != (stored.input() != null)) {
            throw corrupt(
                    run,
                    step.takesInput
                            ? "the step takes an input and none is stored."
                            : "an input is stored and the step takes none.",
                    null);
        }
        try {
            Position<S, N> at = new Position<>(
                    step,
                    state(run),
                    stored.input() == null ? null : values.input(step).read(stored.input()),
                    marks(run));
            settle(at, stored);
            return at;
        } catch (UnreadableValue unreadable) {
            throw corrupt(run, String.valueOf(unreadable.getMessage()), unreadable);
        }
    }

    /**
     * The state of a run.
     *
     * @throws CorruptCheckpoint if it cannot be read
     */
    @SuppressWarnings("unchecked") // the codec of the state gives states
    S state(RunRecord run) {
        Json state = run.checkpoint().state();
        if (state == null) {
            throw corrupt(run, "it has no state.", null);
        }
        try {
            return (S) values.state().read(state);
        } catch (UnreadableValue unreadable) {
            throw corrupt(run, String.valueOf(unreadable.getMessage()), unreadable);
        }
    }

    /** What is counted of a run. */
    @Nullable Marks marks(RunRecord run) {
        Json marks = run.checkpoint().marks();
        try {
            return marks == null
                    ? null
                    : Marks.read((Marks.Stored) values.marks().read(marks), plan);
        } catch (UnreadableValue unreadable) {
            throw corrupt(run, String.valueOf(unreadable.getMessage()), unreadable);
        }
    }

    /** Takes over what acquiring may have changed. */
    static void settle(Position<?, ?> at, Checkpoint stored) {
        at.visit = stored.visit();
        at.attempt = stored.attempt();
        at.crashes = stored.crashes();
        at.budgetFrom = stored.budgetFrom();
    }

    private static CorruptCheckpoint corrupt(RunRecord run, String why, @Nullable Throwable cause) {
        return new CorruptCheckpoint(
                "Run '" + run.key() + "' cannot go on at step '"
                        + run.checkpoint().step() + "': " + why,
                cause);
    }
}
