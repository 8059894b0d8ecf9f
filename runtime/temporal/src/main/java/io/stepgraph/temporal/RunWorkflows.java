package io.stepgraph.temporal;

import io.stepgraph.PermissionMode;
import io.stepgraph.engine.store.EffectResolution;
import io.stepgraph.runtime.IllegalRunStatusException;
import io.stepgraph.runtime.RunNotFoundException;
import io.stepgraph.runtime.Ticket;
import io.stepgraph.temporal.workflow.Answers;
import io.stepgraph.temporal.workflow.RunState;
import io.stepgraph.temporal.workflow.RunWorkflow;
import io.stepgraph.temporal.workflow.RunWorkflow.GivenAnswer;
import io.stepgraph.temporal.workflow.RunWorkflow.Recorded;
import io.stepgraph.temporal.workflow.RunWorkflow.Taken;
import io.temporal.api.common.v1.WorkflowExecution;
import io.temporal.api.enums.v1.QueryRejectCondition;
import io.temporal.api.enums.v1.WorkflowExecutionStatus;
import io.temporal.api.workflowservice.v1.DeleteWorkflowExecutionRequest;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowFailedException;
import io.temporal.client.WorkflowNotFoundException;
import io.temporal.client.WorkflowQueryRejectedException;
import io.temporal.client.WorkflowStub;
import io.temporal.failure.ApplicationFailure;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The workflows of the runs of one graph, as a client sees them. */
final class RunWorkflows {
    private final WorkflowClient client;

    /** Also asks ended workflows, whose logs a worker derives from their histories. */
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

    String namespace() {
        return config.namespace();
    }

    String workflowId(String runId) {
        return "stepgraph/" + encoded(config.namespace()) + "/" + encoded(runId);
    }

    private WorkflowStub stub(String runId) {
        return client.newUntypedWorkflowStub(workflowId(runId));
    }

    /** Waits until the run pauses or ends. */
    RunState rest(String runId, boolean isAsked) {
        while (true) {
            RunState at = config.waiting()
                    .of(runId, () -> open(runId, () -> stub(runId).update(RunWorkflow.REST, RunState.class, isAsked)));
            RunState reached = at == null ? ended(runId) : at;
            if (reached.stop() != null) {
                return reached;
            }
        }
    }

    /** The result of a call to a workflow that is executed; null if it has ended. */
    private static <T> @Nullable T open(String runId, Supplier<T> call) {
        try {
            return Calls.mapped(runId, call);
        } catch (RunNotFoundException | WorkflowQueryRejectedException ended) {
            return null;
        }
    }

    private RunState ended(String runId) {
        try {
            return stub(runId).getResult(RunState.class);
        } catch (WorkflowFailedException failed) {
            if (failed.getCause() instanceof ApplicationFailure known
                    && known.getType().equals(RunWorkflow.FAILED)) {
                return Objects.requireNonNull(known.getDetails().get(RunState.class));
            }
            throw new IllegalRunStatusException("The workflow of run '" + runId + "' was ended by Temporal: "
                    + failed.getCause() + ". Its outcome is not known.");
        } catch (WorkflowNotFoundException none) {
            throw new RunNotFoundException(
                    "There is no run '" + runId + "' in namespace '" + config.namespace() + "'; start it first.");
        }
    }

    /** A run in whatever status; null if there is none. */
    @Nullable RunState find(String runId) {
        try {
            return existing(runId);
        } catch (RunNotFoundException none) {
            return null;
        }
    }

    /** The status of its workflow by Temporal; null if there is none. One that was terminated can tell nothing of its run. */
    @Nullable WorkflowExecutionStatus status(String runId) {
        return open(runId, () -> stub(runId).describe().getStatus());
    }

    RunState existing(String runId) {
        RunState at = config.waiting()
                .of(runId, () -> open(runId, () -> stub(runId).query(RunWorkflow.LOOK, RunState.class)));
        return at == null ? ended(runId) : at;
    }

    /** The log of a run, for one reader. */
    WorkflowLog log(String runId) {
        return new WorkflowLog(this, logClient, config.waiting(), workflowId(runId), runId);
    }

    Taken answer(Ticket ticket, GivenAnswer given) {
        Taken taken = config.waiting()
                .of(
                        ticket.runId(),
                        () -> open(
                                ticket.runId(),
                                () -> stub(ticket.runId()).update(RunWorkflow.ANSWER, Taken.class, given)));
        if (taken != null) {
            return taken;
        }
        RunState end = find(ticket.runId());
        if (end == null) {
            return new Taken("is of a run that is gone");
        }
        return new Taken(new Answers(end.answered())
                .give(given, end.start().run(), end.checkpoint(), end.stop(), System.currentTimeMillis()));
    }

    void mode(String runId, PermissionMode mode, String by) {
        Object unused = open(runId, () -> stub(runId).update(RunWorkflow.MODE, Void.class, mode, by));
    }

    void cancel(String runId, String by) {
        Object unused = open(runId, () -> stub(runId).update(RunWorkflow.CANCEL, Void.class, by));
    }

    /** Records a person's decision; false if the effect is not in doubt any more. */
    boolean isResolved(String runId, EffectResolution resolution) {
        return Calls.mapped(runId, () -> stub(runId).update(RunWorkflow.RESOLVE, Recorded.class, resolution))
                        .effect()
                != null;
    }

    void delete(RunState run) {
        String runId = run.start().run().id();
        if (run.stop() == null || !run.stop().isEnd()) {
            throw new IllegalRunStatusException("Run '" + runId + "' stands at step '"
                    + run.checkpoint().step() + "' and cannot be deleted before it has ended; cancel it first.");
        }
        Object unused = Calls.mapped(
                runId,
                () -> client.getWorkflowServiceStubs()
                        .blockingStub()
                        .deleteWorkflowExecution(DeleteWorkflowExecutionRequest.newBuilder()
                                .setNamespace(client.getOptions().getNamespace())
                                .setWorkflowExecution(
                                        WorkflowExecution.newBuilder().setWorkflowId(workflowId(runId)))
                                .build()));
    }
}
