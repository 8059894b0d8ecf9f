package io.stepgraph.temporal;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.stepgraph.runtime.RunNotFoundException;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.StoreUnavailableException;
import io.temporal.client.WorkflowNotFoundException;
import java.util.concurrent.CancellationException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Calls of Temporal's service, with the errors of this library. */
final class Calls {
    private Calls() {}

    /**
     * Makes a call for a run.
     *
     * @throws RunNotFoundException if there is no such workflow that is executed
     * @throws UnsupportedOperationException if the server does not have the call, as that for tests
     * @throws StoreUnavailableException if the service cannot be reached, or no process executes the loop of the run
     */
    static <T> T mapped(String runId, Supplier<T> call) {
        try {
            return call.get();
        } catch (WorkflowNotFoundException gone) {
            throw new RunNotFoundException("There is no run '" + runId + "' that is not over.");
        } catch (RuntimeException failed) {
            StepgraphException known = known(failed);
            if (known != null) {
                throw known;
            }
            Status.Code status = status(failed);
            if (isUnavailable(status)) {
                throw new StoreUnavailableException(
                        "A call for run '" + runId
                                + "' has not answered: Temporal cannot be reached, or no process executes"
                                + " the loops of its graph: " + failed.getMessage(),
                        failed);
            }
            if (status == Status.Code.UNIMPLEMENTED) {
                throw new UnsupportedOperationException(
                        "This server of Temporal does not have a call that run '" + runId + "' needs: "
                                + failed.getMessage(),
                        failed);
            }
            if (status == Status.Code.NOT_FOUND) {
                throw new RunNotFoundException("There is no run '" + runId + "' that is not over.");
            }
            throw failed;
        }
    }

    /** Whether Temporal, or a worker, has not answered. */
    static boolean isUnavailable(Status.@Nullable Code status) {
        return status == Status.Code.UNAVAILABLE || status == Status.Code.DEADLINE_EXCEEDED;
    }

    /** Whether a call was given up because its thread was interrupted. */
    static boolean isCancelled(Throwable failed) {
        for (Throwable at = failed; at != null; at = at.getCause()) {
            if (at instanceof CancellationException) {
                return true;
            }
        }
        return status(failed) == Status.Code.CANCELLED;
    }

    /** The exception of this library that has led to another one; null if there is none. */
    static @Nullable StepgraphException known(Throwable failed) {
        for (Throwable at = failed; at != null; at = at.getCause()) {
            if (at instanceof StepgraphException known) {
                return known;
            }
        }
        return null;
    }

    /** The status of a failed call; null if the failure does not come from gRPC. */
    static Status.@Nullable Code status(Throwable failed) {
        for (Throwable at = failed; at != null; at = at.getCause()) {
            if (at instanceof StatusRuntimeException grpc) {
                return grpc.getStatus().getCode();
            }
        }
        return null;
    }
}
