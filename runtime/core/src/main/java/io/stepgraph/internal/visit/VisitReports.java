package io.stepgraph.internal.visit;

import io.stepgraph.internal.step.Failures;
import io.stepgraph.internal.step.StepCursor;
import io.stepgraph.runtime.StepFailure;
import io.stepgraph.runtime.event.RunEvent;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The events that report how visits end. */
public final class VisitReports {
    private VisitReports() {}

    /**
     * The step is done.
     *
     * @param next the step that the run enters; null if it ends
     */
    public static RunEvent finished(String runId, StepCursor<?, ?> cursor, @Nullable String next) {
        return new RunEvent.StepFinished(runId, cursor.step.name, cursor.visit, cursor.attempt, next);
    }

    /**
     * The run enters another step.
     *
     * @param failure the failure that the other step handles; null if the step is done
     */
    public static RunEvent left(String runId, StepCursor<?, ?> cursor, String next, @Nullable StepFailure failure) {
        return failure == null ? finished(runId, cursor, next) : new RunEvent.StepFailed(runId, failure, next);
    }

    /** Another attempt follows. */
    public static RunEvent retrying(String runId, StepCursor<?, ?> cursor, Duration delay, Throwable cause) {
        return new RunEvent.StepRetrying(
                runId,
                cursor.step.name,
                cursor.visit,
                cursor.attempt,
                delay,
                Failures.type(cause),
                Failures.message(cause),
                cause);
    }
}
