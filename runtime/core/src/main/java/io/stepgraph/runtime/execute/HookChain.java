package io.stepgraph.runtime.execute;

import io.stepgraph.PermissionMode;
import io.stepgraph.runtime.Transition;
import io.stepgraph.runtime.hook.HookDecision;
import io.stepgraph.runtime.hook.HookTransition;
import io.stepgraph.runtime.hook.StepCall;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The hooks of a runner around the steps of one run: before in order of registration, after in reverse (H1, H2, H3). */
final class HookChain<S, N extends Enum<N>> {
    private final List<RegisteredHook> hooks;
    private final HookTransitions<S, N> transitions;
    private final String runId;
    private final String graph;
    private @Nullable Verdict<S, N> foreseen;

    HookChain(List<RegisteredHook> hooks, GraphPlan<N> plan, String runId) {
        this.hooks = hooks;
        this.transitions = new HookTransitions<>(plan);
        this.runId = runId;
        this.graph = plan.spec.name();
    }

    /**
     * What the before-hooks want of a step.
     *
     * @param call the step with the state and input it is to get
     * @param instead the transition to take without executing it; null to execute it
     */
    private record Verdict<S, N extends Enum<N>>(
            StepCall call, @Nullable Transition<N, S> instead) {}

    /**
     * Asks the before-hooks ahead of the attempt that {@link #around} is to make. They are not asked again for it, unless
     * the mode has changed.
     *
     * @throws Denied if a hook still holds the step back
     */
    void foresee(Position<S, N> at, PermissionMode mode) throws Denied, Exception {
        foreseen = before(at, mode);
    }

    /** An attempt with all that hooks do around it. */
    Transition<N, S> around(Position<S, N> at, PermissionMode mode, StepCaller<S, N> steps) throws Exception {
        Verdict<S, N> verdict = foreseen;
        foreseen = null;
        if (verdict == null || verdict.call().mode() != mode) {
            verdict = before(at, mode);
        }
        if (verdict.instead() != null) {
            return verdict.instead();
        }
        StepCall call = verdict.call();
        @SuppressWarnings("unchecked") // checked when the hook gave it
        S state = (S) call.state();
        Transition<N, S> chosen = Transition.chosen(steps.call(at, state, call.input(), mode));
        return after(at.step, call, state, chosen);
    }

    private Verdict<S, N> before(Position<S, N> at, PermissionMode mode) throws Denied, Exception {
        StepCall call =
                new StepCall(runId, graph, at.step.name, at.visit, at.attempt, mode, at.step.mode, at.state, at.input);
        for (RegisteredHook hook : hooks) {
            HookDecision decision = hook.before(call);
            if (decision instanceof HookDecision.Modify modify) {
                call = transitions.modified(call, at.step, modify);
            } else if (decision instanceof HookDecision.Deny deny) {
                throw new Denied(deny.reason());
            } else if (decision instanceof HookDecision.Replace replace) {
                return new Verdict<>(call, transitions.read(replace.transition(), at.step, at.state));
            }
        }
        return new Verdict<>(call, null);
    }

    private Transition<N, S> after(StepPlan<N> step, StepCall call, S given, Transition<N, S> chosen) throws Exception {
        // A hook may have given the step another state, and that is the one a step without a new one has worked on.
        Transition<N, S> settled = chosen.state() == null ? chosen.with(given) : chosen;
        HookTransition offered = transitions.write(settled);
        HookTransition wanted = offered;
        for (int i = hooks.size() - 1; i >= 0; i--) {
            wanted = hooks.get(i).after(call, wanted);
        }
        return wanted == offered ? settled : transitions.read(wanted, step, given);
    }
}
