package io.stepgraph.testkit.store;

import io.stepgraph.PermissionMode;
import io.stepgraph.runtime.hook.StepHook;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The settings of an engine for a test of the {@link EngineContract}. A setting that it does not name has the engine's
 * default, but the lease is two seconds or shorter, so that the tests of crashes are quick.
 *
 * @param namespace the namespace of the runs
 * @param maxMode the most that any run may do in the process
 * @param startMode the mode of the runs that it starts
 * @param maxSteps the budget of visits (R8)
 * @param maxCrashes the crashes in one visit until a run fails (R6)
 * @param maxValueBytes the largest value (R12)
 * @param deadline the time that a run has (R8); null without limit
 * @param hooks the hooks, in order (H1)
 * @param failOpenHooks the hooks after them whose errors do not fail a step (H3)
 */
public record EngineSettings(
        String namespace,
        PermissionMode maxMode,
        PermissionMode startMode,
        int maxSteps,
        int maxCrashes,
        int maxValueBytes,
        @Nullable Duration deadline,
        List<StepHook> hooks,
        List<StepHook> failOpenHooks) {
    static final EngineSettings DEFAULT = new EngineSettings(
            "default",
            PermissionMode.ACCEPT_EDITS,
            PermissionMode.ACCEPT_EDITS,
            100,
            3,
            100_000,
            null,
            List.of(),
            List.of());

    /** Copies the lists. */
    public EngineSettings {
        hooks = List.copyOf(hooks);
        failOpenHooks = List.copyOf(failOpenHooks);
    }

    EngineSettings inNamespace(String name) {
        return new EngineSettings(
                name, maxMode, startMode, maxSteps, maxCrashes, maxValueBytes, deadline, hooks, failOpenHooks);
    }

    EngineSettings modes(PermissionMode most, PermissionMode start) {
        return new EngineSettings(
                namespace, most, start, maxSteps, maxCrashes, maxValueBytes, deadline, hooks, failOpenHooks);
    }

    EngineSettings limits(int steps, int crashes, int bytes) {
        return new EngineSettings(namespace, maxMode, startMode, steps, crashes, bytes, deadline, hooks, failOpenHooks);
    }

    EngineSettings within(Duration time) {
        return new EngineSettings(
                namespace, maxMode, startMode, maxSteps, maxCrashes, maxValueBytes, time, hooks, failOpenHooks);
    }

    EngineSettings hooks(StepHook... given) {
        return new EngineSettings(
                namespace,
                maxMode,
                startMode,
                maxSteps,
                maxCrashes,
                maxValueBytes,
                deadline,
                List.of(given),
                failOpenHooks);
    }

    EngineSettings failOpenHooks(StepHook... given) {
        return new EngineSettings(
                namespace, maxMode, startMode, maxSteps, maxCrashes, maxValueBytes, deadline, hooks, List.of(given));
    }
}
