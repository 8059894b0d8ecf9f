package io.stepgraph.temporal;

import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.RunNotFoundException;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.Ticket;
import io.stepgraph.store.EffectResolution;
import io.stepgraph.store.RunCommand;
import io.stepgraph.store.StopReason;
import io.stepgraph.temporal.workflow.Answers;
import io.stepgraph.temporal.workflow.RunState;
import io.stepgraph.temporal.workflow.RunWorkflow;
import io.stepgraph.temporal.workflow.RunWorkflow.GivenAnswer;
import io.stepgraph.temporal.workflow.RunWorkflow.Recorded;
import io.stepgraph.temporal.workflow.RunWorkflow.Taken;
import io.stepgraph.temporal.workflow.Stop;
import io.temporal.api.common.v1.WorkflowExecution;
import io.temporal.api.enums.v1.QueryRejectCondition;
import io.temporal.api.enums.v1.WorkflowExecutionStatus;
import io.temporal.api.workflowservice.v1.DeleteWorkflowExecutionRequest;
import io.temporal.client.UpdateOptions;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowFailedException;
import io.temporal.client.WorkflowQueryException;
import io.temporal.client.WorkflowQueryRejectedException;
import io.temporal.client.WorkflowStub;
import io.temporal.client.WorkflowTargetOptions;
import io.temporal.client.WorkflowUpdateException;
import io.temporal.client.WorkflowUpdateStage;
import io.temporal.failure.ApplicationFailure;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The workflows of the runs of one graph, as a client sees them. */
final class RunWorkflows {
    /** An ended workflow has its result at once. */
    private static final int RESULT_SECONDS = 5;

    private static final long PAUSE_NANOS = 20_000_000;

    /** The type of the failure by which Temporal ends the updates of a workflow that it ends. */
    private static final String CUT_OFF = "AcceptedUpdateCompletedWorkflow";

    private final WorkflowClient client;

    /** The client for logs, which also asks ended workflows: a worker derives their logs from their histories. */
    private final WorkflowClient logClient;

    private final EngineConfig config;
    private final RunStarts starts;

    RunWorkflows(WorkflowClient client, EngineConfig config, String graph) {
        this.client = client;
        this.logClient = WorkflowClient.newInstance(
                client.getWorkflowServiceStubs(),
                client.getOptions().toBuilder()
                        .setQueryRejectCondition(QueryRejectCondition.QUERY_REJECT_CONDITION_NONE)
                        .build());
        this.config = config;
        this.starts = new RunStarts(client, config, this, taskQueue(config.namespace(), graph));
    }

    static String taskQueue(String namespace, String graph) {
        return "stepgraph/" + encoded(namespace) + "/" + encoded(graph);
    }

    /** A slash in a name does not divide. */
    static String encoded(String name) {
        return URLEncoder.encode(name, StandardCharsets.UTF_8);
    }

    int maxValueBytes() {
        return config.visits().maxValueBytes();
    }

    /** Starts the runs of the graph. */
    RunStarts starts() {
        return starts;
    }

    LargeValues largeValues() {
        return config.largeValues();
    }

    UnaryOperator<String> names() {
        return config.names();
    }

    Waiting waiting() {
        return config.waiting();
    }

    String namespace() {
        return config.namespace();
    }

    /** The service that keeps the runs. */
    StepService service() {
        return StepService.of(client);
    }

    String workflowId(String runId) {
        return "stepgraph/" + encoded(config.namespace()) + "/" + encoded(runId);
    }

    WorkflowStub stub(String runId) {
        return client.newUntypedWorkflowStub(workflowId(runId));
    }

    /**
     * Waits until the run pauses or ends. Only a run that is executed costs an update, because Temporal takes ten at a
     * time for a workflow, and 2,000 in all. So all who wait share one.
     *
     * @param isAsked whether a run that is parked or blocked tries again
     */
    RunState rest(String runId, boolean isAsked) {
        return config.waiting().of(runId, () -> {
            RunState at = isAsked ? tried(runId) : look(runId);
            while (at.stop() == null) {
                String shared = RunWorkflow.REST + "/" + at.rests();
                RunState rested = open(runId, () -> shared(runId, RunWorkflow.REST, shared, RunState.class));
                at = rested != null && rested.stop() != null ? rested : look(runId);
            }
            return at;
        });
    }

    /** A run as it is after another try, if it is parked or blocked. */
    RunState tried(String runId) {
        RunState at = look(runId);
        if (mayContinue(at) || at.stop() instanceof Stop.Blocked) {
            open(runId, () -> stub(runId).update(RunWorkflow.RESUME, Void.class));
            at = look(runId);
        }
        return at;
    }

    /** Whether a run is parked, and its mode permits what an attempt has required, if one has (M2). */
    private static boolean mayContinue(RunState at) {
        return at.reason() instanceof StopReason.Parked parked
                && (parked.required() == null
                        || at.checkpoint().attempt() == 1
                        || at.mode().permits(parked.required()));
    }

    /** The result of an update of all who give it the same id. */
    <T> T shared(String runId, String update, String id, Class<T> result, Object... arguments) {
        return stub(runId)
                .startUpdate(
                        UpdateOptions.newBuilder(result)
                                .setUpdateName(update)
                                .setUpdateId(id)
                                .setWaitForStage(WorkflowUpdateStage.COMPLETED)
                                .build(),
                        arguments)
                .getResult();
    }

    <T> @Nullable T call(String runId, Supplier<T> call) {
        return config.waiting().of(runId, () -> open(runId, call));
    }

    /** The result of a call to a workflow that is executed; null if it has ended. */
    <T> @Nullable T open(String runId, Supplier<T> call) {
        try {
            return Calls.mapped(runId, call);
        } catch (RunNotFoundException | WorkflowQueryRejectedException ended) {
            return null;
        } catch (WorkflowUpdateException failed) {
            // Temporal has ended the workflow before the update was over.
            if (failed.getCause() instanceof ApplicationFailure known
                    && known.getType().equals(CUT_OFF)) {
                return null;
            }
            throw failed;
        } catch (WorkflowQueryException failed) {
            // A worker cannot answer for a workflow that Temporal has ended meanwhile.
            if (stub(runId).describe().getStatus() == WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_RUNNING) {
                throw failed;
            }
            return null;
        }
    }

    /** Returns the state with which a run has ended; null if another call has opened it again. */
    private @Nullable RunState ended(String runId) {
        try {
            return Calls.mapped(runId, () -> result(stub(runId)));
        } catch (WorkflowFailedException failed) {
            if (failed.getCause() instanceof ApplicationFailure known
                    && known.getType().equals(RunWorkflow.FAILED)) {
                return Objects.requireNonNull(known.getDetails().get(RunState.class));
            }
            throw new StepgraphException(
                    ErrorCode.ILLEGAL_RUN_STATUS,
                    "The workflow of run '" + runId + "' was ended by Temporal: " + failed.getCause()
                            + ". Its outcome is not known.");
        } catch (RunNotFoundException none) {
            throw new RunNotFoundException(
                    "There is no run '" + runId + "' in namespace '" + config.namespace() + "'; start it first.");
        }
    }

    private static @Nullable RunState result(WorkflowStub run) {
        try {
            return run.getResult(RESULT_SECONDS, TimeUnit.SECONDS, RunState.class);
        } catch (TimeoutException notEnded) {
            return null;
        }
    }

    /** A run in any status; null if there is none. */
    @Nullable RunState find(String runId) {
        try {
            return existing(runId);
        } catch (RunNotFoundException none) {
            return null;
        }
    }

    /**
     * The status of its workflow by Temporal; null if there is none. One that was terminated can tell nothing of its
     * run.
     */
    @Nullable WorkflowExecutionStatus status(String runId) {
        return call(runId, () -> stub(runId).describe().getStatus());
    }

    RunState existing(String runId) {
        return config.waiting().of(runId, () -> look(runId));
    }

    RunState look(String runId) {
        RunState at = null;
        while (at == null) {
            RunState open = open(runId, () -> stub(runId).query(RunWorkflow.LOOK, RunState.class));
            at = open == null ? ended(runId) : open;
        }
        return at;
    }

    /** The log of a run, for one reader. */
    WorkflowLog log(String runId) {
        return new WorkflowLog(this, logClient, config.waiting(), workflowId(runId), runId);
    }

    Taken answer(Ticket ticket, GivenAnswer given) {
        Taken taken = call(ticket.runId(), () -> stub(ticket.runId()).update(RunWorkflow.ANSWER, Taken.class, given));
        if (taken != null) {
            return taken;
        }
        RunState end = find(ticket.runId());
        if (end == null) {
            return new Taken("is of a run that is gone", null);
        }
        return new Answers(end.answered())
                .give(given, end.start().run(), end.checkpoint(), end.stop(), System.currentTimeMillis());
    }

    void command(String runId, RunCommand command) {
        command.accept(new RunCommand.Visitor() {
            @Override
            public void setMode(RunCommand.SetMode set) {
                call(runId, () -> stub(runId).update(RunWorkflow.MODE, Void.class, set.mode(), set.by()));
            }

            @Override
            public void setLabels(RunCommand.SetLabels set) {
                throw new UnsupportedOperationException("The labels of run '" + runId
                        + "' were not changed: on Temporal a run keeps the labels that it was started with. Use a"
                        + " Runner for labels that change.");
            }

            @Override
            public void stop(RunCommand.Stop stop) {
                throw new UnsupportedOperationException("A run on Temporal has no call, so nothing stops it.");
            }

            @Override
            public void cancel(RunCommand.Cancel cancel) {
                if (!cancel.isForEveryStatus()) {
                    throw new IllegalArgumentException(
                            "Temporal cancels a run whatever its status, not if it is " + cancel.statuses() + " only.");
                }
                call(runId, () -> shared(runId, RunWorkflow.CANCEL, RunWorkflow.CANCEL, Void.class, cancel.by()));
            }
        });
    }

    /** Records a person's decision; false if the effect is not in doubt any more. */
    boolean isResolved(String runId, EffectResolution resolution) {
        return config.waiting()
                        .of(runId, () -> stub(runId).update(RunWorkflow.RESOLVE, Recorded.class, resolution))
                        .effect()
                != null;
    }

    void delete(RunState run) {
        String runId = run.start().run().id();
        if (run.stop() == null || !run.stop().isEnd()) {
            throw new StepgraphException(
                    ErrorCode.ILLEGAL_RUN_STATUS,
                    "Run '" + runId + "' stands at step '" + run.checkpoint().step()
                            + "' and cannot be deleted before it has ended; cancel it first.");
        }
        // This execution, and none that another call starts meanwhile.
        WorkflowExecution ended = WorkflowExecution.newBuilder()
                .setWorkflowId(workflowId(runId))
                .setRunId(Objects.requireNonNull(run.log()).execution())
                .build();
        DeleteWorkflowExecutionRequest request = DeleteWorkflowExecutionRequest.newBuilder()
                .setNamespace(client.getOptions().getNamespace())
                .setWorkflowExecution(ended)
                .build();
        WorkflowTargetOptions target = WorkflowTargetOptions.newBuilder()
                .setWorkflowId(ended.getWorkflowId())
                .setRunId(ended.getRunId())
                .build();
        config.waiting().of(runId, () -> {
            Object accepted = client.getWorkflowServiceStubs().blockingStub().deleteWorkflowExecution(request);
            // Temporal deletes it a moment later.
            while (open(runId, () -> client.newUntypedWorkflowStub(target).describe()) != null) {
                LockSupport.parkNanos(PAUSE_NANOS);
            }
            return accepted;
        });
    }
}
