package io.stepgraph.temporal.workflow;

import io.stepgraph.runtime.graph.Json;
import io.temporal.activity.ActivityOptions;
import io.temporal.api.enums.v1.ParentClosePolicy;
import io.temporal.api.enums.v1.WorkflowIdReusePolicy;
import io.temporal.failure.ActivityFailure;
import io.temporal.failure.ApplicationFailure;
import io.temporal.failure.ChildWorkflowFailure;
import io.temporal.workflow.ActivityStub;
import io.temporal.workflow.ChildWorkflowCancellationType;
import io.temporal.workflow.ChildWorkflowOptions;
import io.temporal.workflow.ChildWorkflowStub;
import io.temporal.workflow.Promise;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInit;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The loop of a thread, as deterministic code. Each execution of a run is a child of this execution of the thread,
 * because a retry is begun here too and the thread continues as new only while it is free. So Temporal reports each end
 * to it.
 */
public final class ThreadLoop implements ThreadWorkflow {
    private static final Duration LONGEST_COPY = Duration.ofMinutes(1);

    private final int runsPerExecution;
    private @Nullable String graph;
    private @Nullable Json state;
    private @Nullable String lastRun;
    private long lastRunNumber;
    private long turn;

    /** The run that is begun or executed; null while the thread is free. */
    private @Nullable Claim current;

    /** Whether the workflow of that run exists. */
    private boolean isBegun;

    /** An execution that Temporal has ended from outside. */
    private long lostTurn;

    private int updates;

    /** A thread that continues where the state stands. */
    @WorkflowInit
    public ThreadLoop(ThreadState known) {
        this.graph = known.graph();
        this.state = known.state();
        this.lastRun = known.lastRun();
        this.lastRunNumber = known.lastRunNumber();
        this.turn = known.turn();
        this.runsPerExecution = known.runsPerExecution();
    }

    @Override
    public void run(ThreadState known) {
        while (!isTimeToContinueAsNew()) {
            Workflow.await(() -> current != null || isTimeToContinueAsNew());
            Claim claim = current;
            if (claim != null) {
                execute(claim);
                current = null;
            }
        }
        Workflow.continueAsNew(new ThreadState(graph, state, lastRun, lastRunNumber, turn, runsPerExecution));
    }

    /** Only between two runs, so that Temporal reports the end of each run to the execution that has begun it. */
    private boolean isTimeToContinueAsNew() {
        return current == null
                && Workflow.isEveryHandlerFinished()
                && (updates >= runsPerExecution || Workflow.getInfo().isContinueAsNewSuggested());
    }

    private void execute(Claim claim) {
        RunState first =
                claim.isRetry() || state == null ? claim.run() : claim.run().with(state);
        ChildWorkflowStub run = Workflow.newUntypedChildWorkflowStub(RunWorkflow.TYPE, options(claim));
        Promise<RunState> end = run.executeAsync(RunState.class, first);
        try {
            run.getExecution().get();
        } catch (ChildWorkflowFailure exists) {
            // A run outside of the thread has the id.
            return;
        }
        graph = first.start().graph();
        lastRun = first.start().run().id();
        lastRunNumber = first.start().run().runNumber();
        isBegun = true;
        Workflow.await(() -> end.isCompleted() || lostTurn == turn);
        state = kept(end.isCompleted() ? left(end, first).state() : first.state());
        isBegun = false;
    }

    /** The blob of a run may be deleted with the run. If it cannot be copied, the next run tells why. */
    private static Json kept(Json left) {
        if (LargeValue.key(left) == null) {
            return left;
        }
        ActivityStub keeper = Workflow.newUntypedActivityStub(ActivityOptions.newBuilder()
                .setStartToCloseTimeout(LONGEST_COPY)
                .build());
        try {
            return keeper.execute(KEEP, Json.class, new LeftState(left));
        } catch (ActivityFailure unreadable) {
            return left;
        }
    }

    private static ChildWorkflowOptions options(Claim claim) {
        return ChildWorkflowOptions.newBuilder()
                .setWorkflowId(claim.workflowId())
                .setTaskQueue(claim.taskQueue())
                .setStaticSummary(claim.run().start().graph())
                .setMemo(claim.memo())
                .setWorkflowIdReusePolicy(
                        claim.isRetry()
                                ? WorkflowIdReusePolicy.WORKFLOW_ID_REUSE_POLICY_ALLOW_DUPLICATE_FAILED_ONLY
                                : WorkflowIdReusePolicy.WORKFLOW_ID_REUSE_POLICY_REJECT_DUPLICATE)
                .setParentClosePolicy(ParentClosePolicy.PARENT_CLOSE_POLICY_ABANDON)
                .setCancellationType(ChildWorkflowCancellationType.ABANDON)
                .build();
    }

    /**
     * The run as it has ended, however it ended. One that was ended by Temporal leaves the state that it began with.
     */
    private static RunState left(Promise<RunState> end, RunState first) {
        try {
            return end.get();
        } catch (ChildWorkflowFailure failed) {
            if (failed.getCause() instanceof ApplicationFailure known
                    && known.getType().equals(RunWorkflow.FAILED)) {
                RunState ended = known.getDetails().get(RunState.class);
                return ended == null ? first : ended;
            }
            return first;
        }
    }

    @Override
    public void checkFree(Claim claim) {
        if (current != null && isBegun && claim.overTurn() != turn) {
            throw new IllegalStateException(BUSY + "'" + lastRun + "'.");
        }
    }

    @Override
    public Entered enter(Claim claim) {
        updates++;
        lostTurn = claim.isLost() ? claim.overTurn() : lostTurn;
        Workflow.await(() -> current == null || (isBegun && claim.overTurn() != turn));
        if (current != null || !isTaken(claim)) {
            return new Entered(false, watch());
        }
        current = claim;
        turn++;
        long mine = turn;
        Workflow.await(() -> current == null || turn != mine || isBegun);
        return new Entered(lastRunNumber == claim.run().start().run().runNumber(), watch());
    }

    private boolean isTaken(Claim claim) {
        RunState.Start start = claim.run().start();
        if (claim.isRetry()) {
            return lastRunNumber == start.run().runNumber();
        }
        return (graph == null || graph.equals(start.graph())) && !(claim.isStateGiven() && state != null);
    }

    @Override
    public Seen watch() {
        return new Seen(graph, lastRun, lastRunNumber, turn, current != null && isBegun);
    }
}
