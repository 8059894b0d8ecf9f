package io.stepgraph.runtime.hook;

import io.stepgraph.PermissionMode;
import io.stepgraph.runtime.Answered;
import org.jspecify.annotations.Nullable;

/**
 * A step about to be executed, or just executed, as hooks see it. A hook does not change the state or the input; it
 * returns {@link HookDecision.Modify}.
 *
 * @param runId the run
 * @param graph the stable name of the graph
 * @param step the step
 * @param visit the visit
 * @param attempt the attempt, counted from 1
 * @param mode the effective mode
 * @param required the least mode that the step needs
 * @param state the state the step gets
 * @param input the input the step gets; null if it takes none
 * @param answered the answered question that has opened the gate of the step, a copy that the step does not get; null
 *     if the step does not take it (A3)
 */
public record StepCall(
        String runId,
        String graph,
        String step,
        long visit,
        int attempt,
        PermissionMode mode,
        PermissionMode required,
        Object state,
        @Nullable Object input,
        @Nullable Answered<?, ?> answered) {}
