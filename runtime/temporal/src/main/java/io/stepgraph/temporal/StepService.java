package io.stepgraph.temporal;

import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.StepgraphException;
import io.temporal.client.WorkflowClient;
import io.temporal.serviceclient.WorkflowServiceStubs;
import org.jspecify.annotations.Nullable;

/**
 * The service of Temporal that keeps runs, for the threads that execute their steps: a step there keeps a place of a
 * worker.
 *
 * @param server its address, or the connection of a program that gives none
 * @param namespace Temporal's namespace
 */
record StepService(Object server, String namespace) {
    private static final ThreadLocal<@Nullable StepService> CURRENT = new ThreadLocal<>();

    static StepService of(WorkflowClient client) {
        WorkflowServiceStubs connection = client.getWorkflowServiceStubs();
        String address = connection.getOptions().getTarget();
        return new StepService(
                address == null ? connection : address, client.getOptions().getNamespace());
    }

    /** The current thread executes a step, or a task of one, from here on. */
    void enter() {
        CURRENT.set(this);
    }

    static void leave() {
        CURRENT.remove();
    }

    /**
     * Refuses to wait for a run in a step of this service (R3).
     *
     * @throws StepgraphException with {@link ErrorCode#AWAIT_IN_STEP}
     */
    void checkOutsideStep(String runId) {
        if (equals(CURRENT.get())) {
            throw new StepgraphException(
                    ErrorCode.AWAIT_IN_STEP,
                    "A step waits for run '" + runId
                            + "' of its own service, and so could keep the place of a worker that this run needs. Nothing"
                            + " was changed. Let the step end, and let the other run answer a question of this one.");
        }
    }
}
