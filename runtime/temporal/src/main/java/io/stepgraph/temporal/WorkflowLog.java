package io.stepgraph.temporal;

import io.stepgraph.internal.log.RunLog;
import io.stepgraph.runtime.RunNotFoundException;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.store.EventLog;
import io.stepgraph.store.StopReason;
import io.stepgraph.temporal.workflow.LogEnd;
import io.stepgraph.temporal.workflow.LogPage;
import io.stepgraph.temporal.workflow.RunWorkflow;
import io.temporal.api.enums.v1.WorkflowExecutionStatus;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowExecutionDescription;
import io.temporal.client.WorkflowQueryException;
import io.temporal.client.WorkflowTargetOptions;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** The log of a run, of which each execution of its workflow has a part. For one reader. */
final class WorkflowLog implements RunLog {
    private final RunWorkflows workflows;
    private final WorkflowClient client;
    private final Waiting waiting;
    private final String workflowId;
    private final String runId;

    /** The ends of the logs of earlier executions that are still to be read, the oldest first. */
    private final Deque<LogEnd> earlier = new ArrayDeque<>();

    private @Nullable Look last;

    /**
     * The log of a run.
     *
     * @param workflows the runs of its graph
     * @param client one that also asks ended workflows
     */
    WorkflowLog(RunWorkflows workflows, WorkflowClient client, Waiting waiting, String workflowId, String runId) {
        this.workflows = workflows;
        this.client = client;
        this.waiting = waiting;
        this.workflowId = workflowId;
        this.runId = runId;
    }

    /** The result of a look at a history of this length. */
    private record Look(String execution, long historyLength, Position position) {
        boolean isOf(WorkflowExecutionDescription now) {
            return execution.equals(now.getExecution().getRunId()) && historyLength == now.getHistoryLength();
        }
    }

    /** Asks the workflow only if its history has grown. So a reader of a run that waits costs no worker's time. */
    @Override
    public @Nullable Position position() {
        try {
            WorkflowExecutionDescription now = waiting.of(
                    runId, () -> client.newUntypedWorkflowStub(workflowId).describe());
            Look known = last;
            if (known != null && known.isOf(now)) {
                return known.position();
            }
            LogPage page = page(null, Long.MAX_VALUE);
            if (!page.isEnd() && isClosed(now.getStatus())) {
                // Throws what Temporal knows of its end.
                workflows.existing(runId).stop();
            }
            Position position =
                    new Position(page.run().runNumber(), page.lastEvent(), page.fencingToken(), page.isEnd());
            last = new Look(now.getExecution().getRunId(), now.getHistoryLength(), position);
            return position;
        } catch (RunNotFoundException none) {
            return null;
        }
    }

    private static boolean isClosed(WorkflowExecutionStatus status) {
        return status != WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_RUNNING
                && status != WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_CONTINUED_AS_NEW;
    }

    @Override
    public @Nullable EventLog page(long after, int batches) {
        while (!earlier.isEmpty() && earlier.element().lastEvent() <= after) {
            earlier.remove();
        }
        LogPage page = earlier.isEmpty() ? last(after) : part(earlier.element(), after);
        while (page != null && page.earlier() != null && page.earlier().lastEvent() > after) {
            earlier.push(page.earlier());
            page = part(page.earlier(), after);
        }
        return page == null ? null : read(page);
    }

    private @Nullable LogPage last(long after) {
        try {
            return page(null, after);
        } catch (RunNotFoundException none) {
            return null;
        }
    }

    private LogPage part(LogEnd part, long after) {
        try {
            return page(part.execution(), after);
        } catch (RunNotFoundException gone) {
            throw new RunNotFoundException("Temporal has deleted the part of run '" + runId + "' that holds its events"
                    + " up to number " + part.lastEvent() + ", because the retention of its namespace is over."
                    + " Subscribe after that event.");
        }
    }

    /** Some of the events of one execution; null for the last one. */
    private LogPage page(@Nullable String execution, long after) {
        WorkflowTargetOptions.Builder target =
                WorkflowTargetOptions.newBuilder().setWorkflowId(workflowId);
        if (execution != null) {
            target.setRunId(execution);
        }
        try {
            return waiting.of(
                    runId,
                    () -> client.newUntypedWorkflowStub(target.build()).query(RunWorkflow.LOG, LogPage.class, after));
        } catch (WorkflowQueryException failed) {
            // Throws if Temporal has ended the run.
            workflows.existing(runId);
            throw failed;
        }
    }

    private EventLog read(LogPage page) {
        boolean isLast =
                earlier.isEmpty() && page.batches().stream().anyMatch(batch -> batch.last() == page.lastEvent());
        return new EventLog(
                page.run().runNumber(),
                isLast && page.isEnd(),
                page.batches().stream()
                        .map(batch -> EventLog.Batch.of(batch.last(), Instant.ofEpochMilli(batch.at()), batch.events()))
                        .toList());
    }

    @Override
    public @Nullable Json result(long runNumber) {
        return workflows.existing(runId).reason() instanceof StopReason.Completed completed
                ? workflows.largeValues().whole(completed.output())
                : null;
    }
}
