package io.stepgraph.internal.run;

import io.stepgraph.PermissionMode;
import io.stepgraph.internal.codec.CalledGraph;
import io.stepgraph.internal.codec.GraphCodecs;
import io.stepgraph.internal.lease.GuardedStore;
import io.stepgraph.internal.lease.RunnerContext;
import io.stepgraph.internal.step.GraphPlan;
import io.stepgraph.internal.step.ModeGate;
import io.stepgraph.internal.step.StepCursor;
import io.stepgraph.internal.step.StepPlan;
import io.stepgraph.internal.visit.CheckpointReader;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.RunNotFoundException;
import io.stepgraph.runtime.StartConflictException;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.graph.CalledAgent;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.runtime.graph.StepSpec;
import io.stepgraph.store.CallProgress;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.RunLook;
import io.stepgraph.store.Status;
import io.stepgraph.store.StopReason;
import io.stepgraph.store.StoredCheckpoint;
import io.stepgraph.store.StoredRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads the runs of one graph from the store: their position, their outcome, their ticket. It finds everything that can
 * be wrong with a stored run before anything is changed (S2).
 */
public final class StoredRunReader<S, N extends Enum<N>> {
    /** The number of runs of a list that an outcome names. */
    private static final int SHOWN = 100;

    private final GraphPlan<N> plan;
    private final GuardedStore store;
    private final PermissionMode maxMode;
    private final RunnerContext runner;
    private final GraphCodecs<N> codecs;
    private final @Nullable String thread;
    private final CheckpointReader<S, N> checkpoints;
    private final EffectsInDoubt inDoubt;

    /** Creates a reader of the runs of a thread; null for all runs, in a thread or in none. */
    public StoredRunReader(GraphCodecs<N> codecs, RunnerContext runner, @Nullable String thread) {
        this.plan = codecs.plan;
        this.codecs = codecs;
        this.runner = runner;
        this.store = runner.store();
        this.maxMode = runner.config().visits().maxMode();
        this.thread = thread;
        this.checkpoints = new CheckpointReader<>(codecs);
        this.inDoubt = new EffectsInDoubt(runner);
    }

    /** Finds a run; null if there is none. */
    public @Nullable StoredRun find(RunKey key) {
        StoredRun found = store.call(s -> s.runs().find(key));
        if (found != null) {
            check(found);
        }
        return found;
    }

    /** Finds a run that has to exist. */
    public StoredRun existing(RunKey key) {
        StoredRun found = find(key);
        if (found == null) {
            throw key.notFound();
        }
        return found;
    }

    /**
     * Finds a run that a call has seen or started before.
     *
     * @throws RunNotFoundException if it is gone: the call does not start it again, since it may have been done
     */
    public StoredRun awaited(RunKey key) {
        StoredRun found = find(key);
        if (found == null) {
            throw gone(key);
        }
        return found;
    }

    /** The error that a run is gone which a call has seen before. */
    static RunNotFoundException gone(RunKey key) {
        return new RunNotFoundException("Run '" + key + "' in namespace '" + key.namespace()
                + "' was deleted while this call waited for it. Run it again to start another one.");
    }

    /**
     * Refuses a run that is not there, or of another graph or thread, and reads its values only if it has to be of a
     * thread.
     */
    void checkExists(RunKey key) {
        if (thread != null) {
            existing(key);
        } else if (look(key) == null) {
            throw key.notFound();
        }
    }

    /**
     * Refuses a run of another graph, or of another thread.
     *
     * @throws StepgraphException with {@link ErrorCode#WRONG_GRAPH} if it is of another graph
     * @throws StartConflictException if it is of another thread
     */
    public void check(StoredRun run) {
        check(run.key(), run.graph());
        if (thread != null && !thread.equals(run.thread())) {
            throw new StartConflictException("Run '" + run.key() + "' belongs to "
                    + (run.thread() == null ? "no thread" : "thread '" + run.thread() + "'") + ", not to thread '"
                    + thread + "'. Use another id. Nothing was changed.");
        }
    }

    private void check(RunKey run, String graph) {
        if (!graph.equals(plan.spec.name())) {
            throw new StepgraphException(
                    ErrorCode.WRONG_GRAPH,
                    "Run '" + run + "' belongs to graph '" + graph + "', not to '" + plan.spec.name()
                            + "'. Use its own graph, or another id.");
        }
    }

    /**
     * Looks at a run, of any thread; null if there is none (Q4).
     *
     * @throws StepgraphException with {@link ErrorCode#WRONG_GRAPH} if it is of another graph
     */
    public @Nullable RunLook look(RunKey key) {
        RunLook look = store.call(s -> s.lists().look(key));
        if (look != null) {
            check(key, look.graph());
        }
        return look;
    }

    /**
     * The step that a run stands at.
     *
     * @throws StepgraphException with {@link ErrorCode#UNKNOWN_STEP} if this build does not have it
     */
    public StepPlan<N> step(StoredRun run) {
        return plan.known(named(run), run.checkpoint().step());
    }

    /**
     * The interrupt that a run stands at.
     *
     * @throws StepgraphException with {@link ErrorCode#UNKNOWN_STEP} if this build does not have it
     * @throws StepgraphException with {@link ErrorCode#CORRUPT_CHECKPOINT} if it is not an interrupt in this build
     */
    public StepPlan<N> interrupt(StoredRun run) {
        return checkpoints.interrupt(named(run), run.checkpoint().step());
    }

    /**
     * The mailbox that a run stands at.
     *
     * @throws StepgraphException with {@link ErrorCode#UNKNOWN_STEP} if this build does not have it
     * @throws StepgraphException with {@link ErrorCode#CORRUPT_CHECKPOINT} if it is not a mailbox in this build
     */
    StepPlan<N> mailbox(StoredRun run) {
        return checkpoints.mailbox(named(run), run.checkpoint().step());
    }

    /**
     * Reads the position at which a run continues, with values of its own.
     *
     * @throws StepgraphException with {@link ErrorCode#UNKNOWN_STEP} if this build does not have the step
     * @throws StepgraphException with {@link ErrorCode#CORRUPT_CHECKPOINT} if the stored data cannot be read
     * @throws StepgraphException with {@link ErrorCode#GATE_BYPASSED} if the run has entered the step in another build
     *     without what this build demands
     */
    public StepCursor<S, N> position(StoredRun run) {
        return checkpoints.cursor(named(run), run.checkpoint(), run.state());
    }

    /**
     * The state of a run.
     *
     * @throws StepgraphException with {@link ErrorCode#CORRUPT_CHECKPOINT} if it cannot be read
     */
    public S state(StoredRun run) {
        return checkpoints.state(named(run), run.checkpoint(), run.state());
    }

    /**
     * Reads the outcome of a run that has paused or ended.
     *
     * @throws StepgraphException with {@link ErrorCode#CORRUPT_CHECKPOINT} if the stored data cannot be read
     */
    public RunOutcome<N> outcome(StoredRun run, StopReason stopReason) {
        if (stopReason instanceof StopReason.Called called) {
            return called(run, called);
        }
        ModeGate gate = new ModeGate(run.mode(), maxMode);
        return inDoubt.saidIn(
                checkpoints.outcome(run.ref(), run.checkpoint(), stopReason, gate, run.dueAt()), run.key());
    }

    /** Reads the outcome of a run as above; null while the run, or an agent that it has called, works (C6). */
    public @Nullable RunOutcome<N> outcome(StoredRun run) {
        StopReason why = run.stopReason();
        boolean isAtWork = run.status() == Status.QUEUED
                || (why instanceof StopReason.Called
                        && !store.call(s -> s.calls().isResting(run.runNumber())));
        return why == null || isAtWork ? null : outcome(run, why);
    }

    private RunOutcome<N> called(StoredRun run, StopReason.Called called) {
        StepSpec.Call call = call(run, called.agents());
        StepPlan<N> step = step(run);
        int limit = call.isList() ? SHOWN : called.size();
        CallProgress progress = store.call(
                s -> s.calls().progress(run.runNumber(), run.checkpoint().visit(), !call.isList(), limit));
        List<CalledGraph<?, ?, ?>> agents = codecs.called(step);
        List<RunOutcome.Child> children = new ArrayList<>();
        for (StoredRun child : progress.children()) {
            int place = Objects.requireNonNull(child.calledBy()).place();
            GraphCodecs<?> values = agents.get(call.isList() ? 0 : place - 1).codecs;
            RunOutcome<?> outcome = new StoredRunReader<>(values, runner, null).outcome(child);
            if (outcome != null || !call.isList()) {
                children.add(new RunOutcome.Child(place, child.key().id(), outcome));
            }
        }
        return new RunOutcome.Called<>(step.step, progress.size(), progress.ended(), children);
    }

    /**
     * The call that a run stands at.
     *
     * @param agents the names of the agents that it has called
     * @throws StepgraphException with {@link ErrorCode#UNKNOWN_STEP} if this build does not have it, or with other
     *     agents (C14)
     * @throws StepgraphException with {@link ErrorCode#CORRUPT_CHECKPOINT} if it is not a call in this build
     */
    StepSpec.Call call(StoredRun run, List<String> agents) {
        StepPlan<N> step = step(run);
        StepSpec.Call call = step.spec.call();
        if (call == null) {
            throw new StepgraphException(
                    ErrorCode.CORRUPT_CHECKPOINT,
                    named(run) + " has called agents at step '" + step.name + "', which is not a call in this build.");
        }
        List<String> known = call.agents().stream().map(CalledAgent::name).toList();
        if (!known.equals(agents)) {
            throw new StepgraphException(
                    ErrorCode.UNKNOWN_STEP,
                    named(run) + " has called " + agents + " at '" + step.name + "', which calls " + known
                            + " in this build. Nothing was changed. Continue the run in the build that has called them, or give"
                            + " the agents their names again.");
        }
        return call;
    }

    private static String named(StoredRun run) {
        return "Run '" + run.key().id() + "'";
    }

    /** The checkpoint of an earlier visit (S3). */
    StepCursor<S, N> earlier(StoredRun run, StoredCheckpoint stored) {
        return checkpoints.values(named(run, stored), stored.fork(), stored.state());
    }

    /** Refuses a checkpoint that this build cannot read, or whose gate it has and the run had not passed (S2). */
    void checkForkable(StoredRun run, StoredCheckpoint stored) {
        checkpoints.cursor(named(run, stored), stored.fork(), stored.state());
    }

    private static String named(StoredRun run, StoredCheckpoint stored) {
        return "The checkpoint of visit " + stored.visit() + " of run '" + run.key() + "'";
    }
}
