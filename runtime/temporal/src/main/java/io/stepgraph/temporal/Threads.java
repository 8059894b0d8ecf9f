package io.stepgraph.temporal;

import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.RunNotFoundException;
import io.stepgraph.runtime.StartConflictException;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.ThreadBusyException;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.ThreadKey;
import io.stepgraph.temporal.workflow.RunState;
import io.stepgraph.temporal.workflow.ThreadWorkflow;
import io.stepgraph.temporal.workflow.ThreadWorkflow.Claim;
import io.stepgraph.temporal.workflow.ThreadWorkflow.Entered;
import io.stepgraph.temporal.workflow.ThreadWorkflow.Seen;
import io.stepgraph.temporal.workflow.ThreadWorkflow.ThreadState;
import io.temporal.api.enums.v1.WorkflowExecutionStatus;
import io.temporal.api.enums.v1.WorkflowIdConflictPolicy;
import io.temporal.api.enums.v1.WorkflowIdReusePolicy;
import io.temporal.client.UpdateOptions;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowStub;
import io.temporal.client.WorkflowUpdateException;
import io.temporal.client.WorkflowUpdateStage;
import io.temporal.failure.ApplicationFailure;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The workflows of threads, as a client sees them: runs of threads begin there (I8, L2). */
final class Threads {
    private static final Set<WorkflowExecutionStatus> ENDED_FROM_OUTSIDE = EnumSet.of(
            WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_TERMINATED,
            WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_CANCELED,
            WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_TIMED_OUT);

    private static final int ATTEMPTS = 10;

    private static final long PAUSE_NANOS = 20_000_000;

    private final WorkflowClient client;
    private final EngineConfig config;
    private final RunWorkflows runs;
    private final String taskQueue;

    Threads(WorkflowClient client, EngineConfig config, RunWorkflows runs, String taskQueue) {
        this.client = client;
        this.config = config;
        this.runs = runs;
        this.taskQueue = taskQueue;
    }

    /**
     * The execution that keeps the thread busy, as a caller knows it.
     *
     * @param turn its number; 0 if it is not over
     * @param isLost whether Temporal has ended it from outside
     * @param run the run; null if it is over
     */
    private record Present(
            long turn, boolean isLost, @Nullable RunState run) {
        private static final Present UNKNOWN = new Present(0, false, null);
    }

    /**
     * Starts a run in a thread, unless there is one for its id: whether it is executed or has ended.
     *
     * @throws ThreadBusyException if the thread has another unfinished run
     * @throws StepgraphException with {@link ErrorCode#WRONG_GRAPH} if the thread belongs to another graph
     * @throws StartConflictException if a state is given, and the thread has one
     */
    RunState.Start begin(RunState first, String thread, boolean isStateGiven) {
        RunState.Start start = first.start();
        ThreadKey key = new ThreadKey(config.namespace(), thread);
        Present present = Present.UNKNOWN;
        boolean hasState = false;
        while (true) {
            RunState known = runs.find(start.run().id());
            if (known != null) {
                return known.start();
            }
            if (hasState) {
                throw key.hasState(key(first));
            }
            Entered entered = enter(thread, first, isStateGiven, false, present);
            if (entered.isBegun()) {
                return start;
            }
            Seen seen = entered.thread();
            present = seen.isBusy() ? present(seen) : Present.UNKNOWN;
            RunState other = present.run();
            if (other != null && !other.start().run().id().equals(start.run().id())) {
                throw key.busy(key(other), RunLooks.status(other));
            }
            if (!seen.isBusy() && seen.graph() != null && !seen.graph().equals(start.graph())) {
                throw key.wrongGraph(seen.graph(), start.graph());
            }
            // The run may have begun by another call meanwhile.
            hasState = isStateGiven && !seen.isBusy() && seen.lastRun() != null;
        }
    }

    /**
     * Opens a failed run again.
     *
     * @throws ThreadBusyException if its thread has continued with another run
     */
    void retry(RunState again, String thread) {
        Present present = Present.UNKNOWN;
        boolean isOpen = false;
        while (!isOpen) {
            Entered entered = enter(thread, again, false, true, present);
            Seen seen = entered.thread();
            if (seen.lastRunNumber() != again.start().run().runNumber()) {
                throw new ThreadKey(config.namespace(), thread)
                        .goneOn(
                                key(again),
                                seen.lastRun() == null ? null : new RunKey(config.namespace(), seen.lastRun()));
            }
            present = seen.isBusy() ? present(seen) : Present.UNKNOWN;
            // Another call may have opened it.
            isOpen = entered.isBegun() || present.run() != null;
        }
    }

    /** A thread hears of the end of its run a moment later than the callers of the run. */
    private Present present(Seen seen) {
        String runId = String.valueOf(seen.lastRun());
        WorkflowExecutionStatus status = runs.status(runId);
        RunState run = status == WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_RUNNING ? runs.find(runId) : null;
        boolean isUnfinished = run != null
                && run.start().run().runNumber() == seen.lastRunNumber()
                && (run.stop() == null || !run.stop().isEnd());
        return isUnfinished
                ? new Present(0, false, run)
                : new Present(seen.turn(), status != null && ENDED_FROM_OUTSIDE.contains(status), null);
    }

    private Entered enter(String thread, RunState run, boolean isStateGiven, boolean isRetry, Present present) {
        RunState.Start start = run.start();
        String runId = start.run().id();
        String threadId = workflowId(thread);
        Claim claim = new Claim(
                runs.workflowId(runId),
                taskQueue,
                RunStarts.memo(start),
                run,
                isStateGiven,
                isRetry,
                present.turn(),
                present.isLost());
        WorkflowOptions options = WorkflowOptions.newBuilder()
                .setWorkflowId(threadId)
                .setTaskQueue(taskQueue)
                .setStaticSummary(start.graph())
                .setWorkflowIdReusePolicy(WorkflowIdReusePolicy.WORKFLOW_ID_REUSE_POLICY_ALLOW_DUPLICATE)
                .setWorkflowIdConflictPolicy(WorkflowIdConflictPolicy.WORKFLOW_ID_CONFLICT_POLICY_USE_EXISTING)
                .build();
        UpdateOptions<Entered> update = UpdateOptions.newBuilder(Entered.class)
                .setUpdateName(ThreadWorkflow.ENTER)
                .setWaitForStage(WorkflowUpdateStage.COMPLETED)
                .build();
        ThreadState fresh = new ThreadState(null, null, null, 0, 0, config.visitsPerExecution());
        return again(runId, () -> {
            try {
                return client.newUntypedWorkflowStub(ThreadWorkflow.TYPE, options)
                        .executeUpdateWithStart(update, new Object[] {claim}, new Object[] {fresh});
            } catch (WorkflowUpdateException refused) {
                if (!isBusy(refused)) {
                    throw refused;
                }
                WorkflowStub known = client.newUntypedWorkflowStub(threadId);
                return new Entered(false, known.query(ThreadWorkflow.WATCH, Seen.class));
            }
        });
    }

    private static boolean isBusy(WorkflowUpdateException refused) {
        return refused.getCause() instanceof ApplicationFailure known
                && known.getOriginalMessage().startsWith(ThreadWorkflow.BUSY);
    }

    /**
     * Calls a thread. While it continues as new, Temporal may lose a call and say that there is no such workflow. The
     * same claim again does no harm, because the run that it begins has an id.
     */
    private Entered again(String runId, Supplier<Entered> call) {
        for (int attempt = 1; attempt < ATTEMPTS; attempt++) {
            try {
                return config.waiting().of(runId, call);
            } catch (RunNotFoundException continuesAsNew) {
                LockSupport.parkNanos(attempt * PAUSE_NANOS);
            }
        }
        return config.waiting().of(runId, call);
    }

    private String workflowId(String thread) {
        return "stepgraph-thread/" + RunWorkflows.encoded(config.namespace()) + "/" + RunWorkflows.encoded(thread);
    }

    private static RunKey key(RunState run) {
        return new RunKey(run.start().run().namespace(), run.start().run().id());
    }
}
