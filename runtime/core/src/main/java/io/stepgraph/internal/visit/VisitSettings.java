package io.stepgraph.internal.visit;

import io.stepgraph.PermissionMode;
import io.stepgraph.internal.step.HookChain;
import java.util.List;

/**
 * The settings with which visits are executed, by a runner, a worker, or an engine that keeps its own runs.
 *
 * @param maxMode the most that any run may do (M1)
 * @param maxSteps the visits that a run may make without an answer (R8)
 * @param maxCrashes the crashes of one visit from which on the run is suspect, or fails (R6)
 * @param maxValueBytes the largest value, in bytes of JSON (R12)
 * @param maxEventBytes the most that the custom events between two commits take together, in bytes of JSON (R12)
 * @param hooks the hooks around each attempt (H1)
 */
public record VisitSettings(
        PermissionMode maxMode,
        int maxSteps,
        int maxCrashes,
        int maxValueBytes,
        int maxEventBytes,
        List<HookChain.Registered> hooks) {

    /** The default budget of a run (R8). */
    public static final int DEFAULT_MAX_STEPS = 1_000;

    /** The default of {@link #maxCrashes}. */
    public static final int DEFAULT_MAX_CRASHES = 5;

    /** The default of {@link #maxValueBytes}. */
    public static final int DEFAULT_MAX_VALUE_BYTES = 16 << 20;

    /** Copies the list. */
    public VisitSettings {
        hooks = List.copyOf(hooks);
    }
}
