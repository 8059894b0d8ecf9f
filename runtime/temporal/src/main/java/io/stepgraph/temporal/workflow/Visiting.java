package io.stepgraph.temporal.workflow;

import io.stepgraph.PermissionMode;
import io.stepgraph.internal.visit.VisitCall;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.runtime.graph.StepEntry;
import io.stepgraph.temporal.workflow.RunWorkflow.RouteTask;
import io.stepgraph.temporal.workflow.RunWorkflow.VisitLeft;
import io.stepgraph.temporal.workflow.RunWorkflow.VisitTask;
import io.temporal.activity.ActivityOptions;
import io.temporal.common.RetryOptions;
import io.temporal.failure.ActivityFailure;
import io.temporal.failure.ApplicationFailure;
import io.temporal.failure.TimeoutFailure;
import io.temporal.workflow.ActivityStub;
import io.temporal.workflow.CancellationScope;
import io.temporal.workflow.Promise;
import io.temporal.workflow.Workflow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Lets workers make the visits of a run, one after the other. */
final class Visiting {
    /** A visit takes as long as it takes: a worker that is alive says so. */
    private static final Duration LONGEST = Duration.ofDays(3650);

    private static final String INVALID = ErrorCode.INVALID_ANSWER.name();

    /** The visit has no result: it was cancelled, or did not begin, or its worker is gone. */
    private static final VisitLeft NOTHING = new VisitLeft(null, List.of(), null, List.of());

    private final RunState.Start start;
    private final ActivityStub visits;
    private final ActivityStub routes;
    private long fencingToken;
    private boolean isInProgress;
    private boolean isCrashed;
    private Stop.@Nullable Blocked blocked;

    Visiting(RunState.Start start, long fencingToken) {
        this.start = start;
        this.fencingToken = fencingToken;
        // The workflow makes a visit again by itself, because it counts crashes and attempts apart (R4, R6).
        RetryOptions once = RetryOptions.newBuilder().setMaximumAttempts(1).build();
        this.visits = Workflow.newUntypedActivityStub(ActivityOptions.newBuilder()
                .setStartToCloseTimeout(LONGEST)
                .setHeartbeatTimeout(Duration.ofMillis(start.leaseMillis()))
                .setRetryOptions(once)
                .build());
        this.routes = Workflow.newUntypedActivityStub(ActivityOptions.newBuilder()
                .setStartToCloseTimeout(Duration.ofMillis(start.leaseMillis()))
                .build());
    }

    /**
     * The step to which an answer, a message, or the end of a time leads.
     *
     * @param checkpoint the visit of the step that takes it; null if none does
     * @param blocked why not; null if the worker tells nothing
     */
    record Routed(@Nullable StepEntry checkpoint, Stop.@Nullable Blocked blocked) {

        /** Whether no step takes the answer; otherwise the worker's build cannot tell. */
        boolean isInvalid() {
            return blocked == null || blocked.code().equals(INVALID);
        }

        String reason() {
            return blocked == null ? "No step takes it." : blocked.message();
        }
    }

    long fencingToken() {
        return fencingToken;
    }

    /** Whether the visit with this token is in progress. */
    boolean isCurrent(long token) {
        return isInProgress && token == fencingToken;
    }

    /** Whether the worker of the last visit is gone. */
    boolean isCrashed() {
        return isCrashed;
    }

    /** Why the worker could not read the run; null if it could. */
    Stop.@Nullable Blocked blocked() {
        return blocked;
    }

    VisitLeft visit(
            PermissionMode mode,
            StepEntry checkpoint,
            Json state,
            @Nullable Long deadline,
            Supplier<Boolean> isCancelled) {
        fencingToken++;
        isCrashed = false;
        blocked = null;
        isInProgress = true;
        try {
            VisitTask task =
                    new VisitTask(new VisitCall(start.run(), mode, checkpoint, state), fencingToken, start.beganAt());
            List<Promise<VisitLeft>> made = new ArrayList<>();
            CancellationScope scope = Workflow.newCancellationScope(
                    () -> made.add(visits.executeAsync(checkpoint.step(), VisitLeft.class, task)));
            scope.run();
            Promise<VisitLeft> visit = made.get(0);
            await(deadline, () -> visit.isCompleted() || isCancelled.get());
            if (!visit.isCompleted()) {
                scope.cancel(isCancelled.get() ? "the run was cancelled" : "the time of the run is over");
                return NOTHING;
            }
            return visit.get();
        } catch (ActivityFailure failed) {
            // A worker that closes can lose a visit that it has not begun.
            isCrashed = failed.getCause() instanceof TimeoutFailure late
                    && late.getLastHeartbeatDetails().getSize() > 0;
            blocked = blocked(failed, null);
            return NOTHING;
        } finally {
            isInProgress = false;
        }
    }

    private static void await(@Nullable Long deadline, Supplier<Boolean> isReached) {
        if (deadline == null) {
            Workflow.await(isReached);
        } else {
            long left = Math.max(0, deadline - Workflow.currentTimeMillis());
            Workflow.await(Duration.ofMillis(left), isReached);
        }
    }

    private static Stop.@Nullable Blocked blocked(ActivityFailure failed, Answers.@Nullable Routable unrouted) {
        return failed.getCause() instanceof ApplicationFailure known
                ? new Stop.Blocked(known.getType(), known.getOriginalMessage(), unrouted)
                : null;
    }

    Routed route(PermissionMode mode, StepEntry paused, Json state, Answers.Routable given) {
        RouteTask task = new RouteTask(new VisitCall(start.run(), mode, paused, state), given);
        try {
            return new Routed(routes.execute(RunWorkflow.ROUTE, StepEntry.class, task), null);
        } catch (ActivityFailure failed) {
            return new Routed(null, blocked(failed, given));
        }
    }
}
