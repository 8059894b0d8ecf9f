package io.stepgraph.internal.visit;

import io.stepgraph.PermissionMode;
import io.stepgraph.runtime.hook.RegisteredHook;
import java.util.List;

/**
 * How an engine executes visits.
 *
 * @param maxMode the most that any run may do (M1)
 * @param maxSteps the visits that a run may make without an answer (R8)
 * @param maxCrashes the crashes of one visit until the run fails (R6)
 * @param maxValueBytes the largest value, in bytes of JSON (R12)
 * @param maxEventBytes the most that the custom events of one visit take together, in bytes of JSON (R12)
 * @param hooks the hooks around each attempt (H1)
 */
public record VisitSettings(
        PermissionMode maxMode,
        int maxSteps,
        int maxCrashes,
        int maxValueBytes,
        int maxEventBytes,
        List<RegisteredHook> hooks) {

    /** Copies the list. */
    public VisitSettings {
        hooks = List.copyOf(hooks);
    }
}
