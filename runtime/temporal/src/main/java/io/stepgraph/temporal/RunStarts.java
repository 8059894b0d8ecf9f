package io.stepgraph.temporal;

import io.grpc.Status;
import io.stepgraph.internal.visit.VisitStart;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.StartOptions;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.event.RunRef;
import io.stepgraph.runtime.graph.StepEntry;
import io.stepgraph.store.Horizon;
import io.stepgraph.store.StopReason;
import io.stepgraph.temporal.workflow.LogEnd;
import io.stepgraph.temporal.workflow.RunState;
import io.stepgraph.temporal.workflow.RunWorkflow;
import io.temporal.api.enums.v1.WorkflowIdConflictPolicy;
import io.temporal.api.enums.v1.WorkflowIdReusePolicy;
import io.temporal.client.UpdateOptions;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowUpdateStage;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Starts the workflows of the runs of one graph. */
final class RunStarts {
    private static final SecureRandom RANDOM = new SecureRandom();

    private final WorkflowClient client;
    private final EngineConfig config;
    private final RunWorkflows workflows;
    private final String taskQueue;
    private final Threads threads;

    RunStarts(WorkflowClient client, EngineConfig config, RunWorkflows workflows, String taskQueue) {
        this.client = client;
        this.config = config;
        this.workflows = workflows;
        this.taskQueue = taskQueue;
        this.threads = new Threads(client, config, workflows, taskQueue);
    }

    /** The start of a run, with a number that no other run of its id has. */
    RunState.Start newStart(
            String runId,
            String graph,
            VisitStart given,
            StartOptions options,
            @Nullable String by,
            @Nullable String thread) {
        Instant notBefore = options.startAt();
        Duration delay = options.startAfter();
        long runNumber = RANDOM.nextLong() >>> 1;
        return new RunState.Start(
                new RunRef(config.namespace(), runId, runNumber),
                graph,
                given.document(),
                by,
                options.labels(),
                null,
                notBefore == null
                        ? null
                        : Long.valueOf(Horizon.within(notBefore).toEpochMilli()),
                delay == null ? null : Long.valueOf(Horizon.within(delay).toMillis()),
                config.deadline() == null
                        ? null
                        : Long.valueOf(config.deadline().toMillis()),
                config.lease().toMillis(),
                config.visitsPerExecution(),
                thread);
    }

    /**
     * Starts a workflow, unless there is one for this id: whether it is executed or has ended.
     *
     * @param isStateGiven whether the run may not begin with the state that its thread has (L2)
     */
    RunState.Start begin(RunState.Start start, VisitStart given, boolean isStateGiven) {
        String runId = start.run().id();
        RunState first = RunState.first(start, config.startMode(), given.checkpoint(), given.state());
        if (start.thread() != null) {
            return threads.begin(first, start.thread(), isStateGiven);
        }
        RunState.Start begun =
                begun(first, options(start, WorkflowIdReusePolicy.WORKFLOW_ID_REUSE_POLICY_REJECT_DUPLICATE));
        return begun != null ? begun : workflows.existing(runId).start();
    }

    /** Opens a failed run again at the visit in which it failed (R7). */
    void retry(RunState failed) {
        if (!(failed.reason() instanceof StopReason.Failed)) {
            throw new StepgraphException(
                    ErrorCode.ILLEGAL_RUN_STATUS,
                    "Run '" + failed.start().run().id() + "' has not FAILED at step '"
                            + failed.checkpoint().step() + "'; only a run that has FAILED can be retried.");
        }
        StepEntry at = failed.checkpoint();
        RunState again = new RunState(
                failed.start(),
                failed.mode(),
                at.again(1, 0, at.visit()),
                failed.state(),
                failed.stop(),
                null,
                failed.rests(),
                failed.fencingToken(),
                failed.answered(),
                failed.effects(),
                failed.messages(),
                failed.log());
        String thread = failed.start().thread();
        if (thread != null) {
            threads.retry(again, thread);
            return;
        }
        begun(
                again,
                options(failed.start(), WorkflowIdReusePolicy.WORKFLOW_ID_REUSE_POLICY_ALLOW_DUPLICATE_FAILED_ONLY));
    }

    /** Temporal's lists show who started a run, and its labels, as the memo of the workflow. */
    static Map<String, Object> memo(RunState.Start start) {
        Map<String, Object> memo = new TreeMap<>(start.labels());
        if (start.by() != null) {
            memo.put("startedBy", start.by());
        }
        return memo;
    }

    private WorkflowOptions options(RunState.Start start, WorkflowIdReusePolicy reuse) {
        return WorkflowOptions.newBuilder()
                .setWorkflowId(workflows.workflowId(start.run().id()))
                .setTaskQueue(taskQueue)
                .setStaticSummary(start.graph())
                .setMemo(memo(start))
                .setWorkflowIdReusePolicy(reuse)
                .setWorkflowIdConflictPolicy(WorkflowIdConflictPolicy.WORKFLOW_ID_CONFLICT_POLICY_USE_EXISTING)
                .build();
    }

    /**
     * Begins an execution. All who begin the same one share an update, by its id: an update with a start also finds
     * that of an ended workflow.
     *
     * @return the start of the run that there is; null if it has ended
     */
    private RunState.@Nullable Start begun(RunState first, WorkflowOptions options) {
        String runId = first.start().run().id();
        LogEnd earlier = first.log();
        UpdateOptions<RunState.Start> update = UpdateOptions.newBuilder(RunState.Start.class)
                .setUpdateName(RunWorkflow.BEGIN)
                .setUpdateId(earlier == null ? RunWorkflow.BEGIN : RunWorkflow.BEGIN + "/" + earlier.execution())
                .setWaitForStage(WorkflowUpdateStage.COMPLETED)
                .build();
        try {
            return config.waiting()
                    .of(
                            runId,
                            () -> client.newUntypedWorkflowStub(RunWorkflow.TYPE, options)
                                    .executeUpdateWithStart(update, new Object[0], new Object[] {first}));
        } catch (RuntimeException failed) {
            if (Calls.status(failed) == Status.Code.ALREADY_EXISTS) {
                return null;
            }
            throw failed;
        }
    }
}
