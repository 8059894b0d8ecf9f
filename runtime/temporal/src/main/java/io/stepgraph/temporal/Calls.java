package io.stepgraph.temporal;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.stepgraph.runtime.RunNotFoundException;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.StoreUnavailableException;
import io.temporal.api.errordetails.v1.NamespaceNotFoundFailure;
import io.temporal.client.WorkflowNotFoundException;
import io.temporal.serviceclient.StatusUtils;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.CancellationException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Calls of Temporal's service, with the errors of this library. */
final class Calls {
    /** The time for which a call is repeated, as long as Temporal's own client repeats one. */
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private static final long SHORTEST_PAUSE_NANOS = 20_000_000;
    private static final long LONGEST_PAUSE_NANOS = 1_000_000_000;

    private Calls() {}

    /**
     * Makes a call for a run, and makes it again if the workflow has not taken it. Each call may be made twice.
     *
     * @throws RunNotFoundException if there is no such workflow that is executed
     * @throws IllegalArgumentException if Temporal does not have the namespace
     * @throws UnsupportedOperationException if the server does not have the call, as that for tests
     * @throws StoreUnavailableException if the service cannot be reached, or no process executes the loop of the run
     */
    static <T> T mapped(String runId, Supplier<T> call) {
        long until = System.nanoTime() + PATIENCE.toNanos();
        for (long pause = SHORTEST_PAUSE_NANOS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_NANOS)) {
            try {
                return call.get();
            } catch (RuntimeException failed) {
                if (!isDropped(failed) || System.nanoTime() > until) {
                    throw mapped(runId, failed);
                }
                LockSupport.parkNanos(pause);
            }
        }
    }

    /**
     * Whether a workflow has not taken an update, because something else came while it wanted to end, or because the
     * processes of its loop died one after the other. The server has no code of its own for this.
     */
    private static boolean isDropped(RuntimeException failed) {
        StatusRuntimeException grpc = grpc(failed);
        return grpc != null
                && grpc.getStatus().getCode() == Status.Code.FAILED_PRECONDITION
                && String.valueOf(grpc.getMessage()).toLowerCase(Locale.ROOT).contains("workflow task");
    }

    private static RuntimeException mapped(String runId, RuntimeException failed) {
        StepgraphException known = known(failed);
        if (known != null) {
            return known;
        }
        StatusRuntimeException grpc = grpc(failed);
        if (grpc != null && StatusUtils.hasFailure(grpc, NamespaceNotFoundFailure.class)) {
            // No news of the run: its blobs stay.
            return noNamespace(
                    StatusUtils.getFailure(grpc, NamespaceNotFoundFailure.class).getNamespace(), failed);
        }
        Status.Code status = status(failed);
        if (failed instanceof WorkflowNotFoundException || status == Status.Code.NOT_FOUND) {
            return new RunNotFoundException("There is no open run '" + runId + "'.");
        }
        if (isUnavailable(status) || isDropped(failed)) {
            return new StoreUnavailableException(
                    "A call for run '" + runId
                            + "' has not answered: Temporal cannot be reached, or no process executes"
                            + " the loops of its graph. Make the call again. (" + reason(failed) + ")",
                    failed);
        }
        if (status == Status.Code.UNIMPLEMENTED) {
            return new UnsupportedOperationException(
                    "This server of Temporal does not have a call that run '" + runId + "' needs: "
                            + failed.getMessage(),
                    failed);
        }
        return failed;
    }

    static IllegalArgumentException noNamespace(String namespace, Throwable cause) {
        return new IllegalArgumentException(
                "Temporal has no namespace '" + namespace
                        + "'. Create it, or name another with temporalNamespace(...).",
                cause);
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
        StatusRuntimeException grpc = grpc(failed);
        return grpc == null ? null : grpc.getStatus().getCode();
    }

    /** Returns what gRPC says of a failed call, with the address. Temporal's own exception names only the workflow. */
    static String reason(Throwable failed) {
        StatusRuntimeException grpc = grpc(failed);
        Throwable known = grpc == null ? failed : grpc;
        return known.getMessage()
                + (known.getCause() == null ? "" : ": " + known.getCause().getMessage());
    }

    private static @Nullable StatusRuntimeException grpc(Throwable failed) {
        for (Throwable at = failed; at != null; at = at.getCause()) {
            if (at instanceof StatusRuntimeException grpc) {
                return grpc;
            }
        }
        return null;
    }
}
