package io.stepgraph.internal.step;

import io.stepgraph.PermissionMode;
import io.stepgraph.internal.step.AttemptResult.Origin;
import io.stepgraph.runtime.Answered;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.graph.Transition;
import io.stepgraph.runtime.hook.HookDecision;
import io.stepgraph.runtime.hook.HookTransition;
import io.stepgraph.runtime.hook.StepCall;
import io.stepgraph.runtime.hook.StepHook;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The hooks of a runner around the steps of one run: before in order of registration, after in reverse (H1, H2, H3).
 */
public final class HookChain<S, N extends Enum<N>> {
    /**
     * A hook, and how its own exceptions count (H3).
     *
     * @param isFailOpen whether its exceptions are logged and otherwise ignored
     */
    public record Registered(StepHook hook, boolean isFailOpen) {}

    private final List<Registered> hooks;
    private final GraphPlan<N> plan;
    private final HookTransitions<S, N> transitions;
    private final AnsweredReader answered;
    private final String runId;
    private final String graph;
    private @Nullable Verdict<S, N> foreseen;

    public HookChain(List<Registered> hooks, GraphPlan<N> plan, AnsweredReader answered, String runId) {
        this.hooks = hooks;
        this.plan = plan;
        this.answered = answered;
        this.transitions = new HookTransitions<>(plan);
        this.runId = runId;
        this.graph = plan.spec.name();
    }

    /**
     * The decision of the before-hooks.
     *
     * @param call the step with the state and input that it receives
     * @param modifiedBy the classes of the hooks that have modified these
     * @param instead the result to take without executing the step; null to execute it
     */
    private record Verdict<S, N extends Enum<N>>(
            StepCall call,
            List<String> modifiedBy,
            @Nullable AttemptResult<S, N> instead) {}

    /** Returns the same caller, with the hooks around each attempt. */
    public StepCaller<S, N> around(StepCaller<S, N> steps, AttemptEvents events) {
        return (cursor, state, input, mode) -> call(steps, events, cursor, mode);
    }

    /**
     * Asks the before-hooks ahead of the next attempt. That does not ask them again, unless the mode has changed or one
     * of them failed.
     *
     * @return the result to take without executing the step; null to execute it
     */
    public @Nullable AttemptResult<S, N> foresee(StepCursor<S, N> cursor, PermissionMode mode) {
        Verdict<S, N> verdict = before(cursor, mode);
        foreseen = verdict.instead() instanceof AttemptResult.Failed ? null : verdict;
        return verdict.instead();
    }

    private AttemptResult<S, N> call(
            StepCaller<S, N> steps, AttemptEvents events, StepCursor<S, N> cursor, PermissionMode mode) {
        Verdict<S, N> verdict = foreseen;
        foreseen = null;
        if (verdict == null || verdict.call().mode() != mode) {
            verdict = before(cursor, mode);
        }
        if (verdict.instead() != null) {
            return verdict.instead();
        }
        StepCall call = verdict.call();
        @SuppressWarnings("unchecked") // checked when the hook gave it
        S state = (S) call.state();
        AttemptResult<S, N> result = steps.call(cursor, state, call.input(), mode);
        if (result instanceof AttemptResult.Aborted<S, N> aborted && !aborted.isBegun()) {
            // The same attempt is made again.
            foreseen = verdict;
            return result;
        }
        for (String hook : verdict.modifiedBy()) {
            if (!RuleState.isModifiedBy(cursor.ruleState, hook)) {
                cursor.ruleState = RuleState.modifiedBy(cursor.ruleState, hook, plan);
                events.modified(cursor, hook);
            }
        }
        return result instanceof AttemptResult.Returned<S, N> returned
                ? after(cursor.step, call, state, returned)
                : result;
    }

    private Verdict<S, N> before(StepCursor<S, N> cursor, PermissionMode mode) {
        if (!cursor.step.takesAnswered) {
            return before(cursor, call(cursor, mode, null));
        }
        try {
            return before(cursor, call(cursor, mode, answered.read(cursor)));
        } catch (StepgraphException unreadable) {
            return new Verdict<S, N>(call(cursor, mode, null), List.of(), AttemptResult.unread(unreadable));
        }
    }

    private StepCall call(StepCursor<S, N> cursor, PermissionMode mode, @Nullable Answered<?, ?> approval) {
        return new StepCall(
                runId,
                graph,
                cursor.step.name,
                cursor.visit,
                cursor.attempt,
                mode,
                cursor.step.mode,
                cursor.state,
                cursor.input,
                approval);
    }

    private Verdict<S, N> before(StepCursor<S, N> cursor, StepCall first) {
        StepCall call = first;
        List<String> modifiedBy = new ArrayList<>();
        for (Registered hook : hooks) {
            HookDecision decision;
            try {
                decision = given(hook, hook.hook().before(call), "before");
            } catch (Throwable thrown) {
                AttemptResult<S, N> result = judge(hook, call, thrown, false);
                if (result != null) {
                    return new Verdict<>(call, modifiedBy, result);
                }
                continue;
            }
            if (decision instanceof HookDecision.Deny deny) {
                return new Verdict<S, N>(call, modifiedBy, new AttemptResult.Denied<>(Failures.cut(deny.reason())));
            }
            try {
                if (decision instanceof HookDecision.Modify modify) {
                    call = transitions.modified(call, cursor.step, modify);
                    if (modify.state() != null || modify.input() != null) {
                        modifiedBy.add(hook.hook().getClass().getName());
                    }
                } else if (decision instanceof HookDecision.Replace replace) {
                    Transition<N, S> instead = transitions.instead(replace, cursor.step, cursor.state);
                    return new Verdict<S, N>(call, modifiedBy, new AttemptResult.Returned<>(instead));
                }
            } catch (StepgraphException invalid) {
                return new Verdict<S, N>(call, modifiedBy, new AttemptResult.Failed<>(invalid, Origin.RESULT));
            }
        }
        return new Verdict<>(call, modifiedBy, null);
    }

    private AttemptResult<S, N> after(StepPlan<N> step, StepCall call, S given, AttemptResult.Returned<S, N> returned) {
        Transition<N, S> chosen = returned.transition();
        // A hook may have given the step another state: a step that chooses no new one has worked on that.
        Transition<N, S> settled = chosen.state() == null ? chosen.with(given) : chosen;
        HookTransition offered = transitions.write(settled);
        HookTransition wanted = offered;
        for (int i = hooks.size() - 1; i >= 0; i--) {
            Registered hook = hooks.get(i);
            try {
                wanted = given(hook, hook.hook().after(call, wanted), "after");
            } catch (Throwable thrown) {
                AttemptResult<S, N> result = judge(hook, call, thrown, true);
                if (result != null) {
                    return result;
                }
            }
        }
        try {
            return new AttemptResult.Returned<>(
                    wanted == offered ? settled : transitions.read(wanted, step, given, settled),
                    returned.work(),
                    returned.replies());
        } catch (StepgraphException invalid) {
            return new AttemptResult.Failed<>(invalid, Origin.RESULT);
        }
    }

    private static <T> T given(Registered hook, @Nullable T result, String method) {
        Interrupts.clearLeft();
        if (result == null) {
            throw new IllegalStateException("Hook " + hook.hook().getClass().getName() + "." + method
                    + " returned null; return what it was given.");
        }
        return result;
    }

    /** The result of an attempt in which a hook threw an exception; null if the exception is ignored. */
    private @Nullable AttemptResult<S, N> judge(Registered hook, StepCall call, Throwable error, boolean isBegun) {
        Throwable thrown = Interrupts.failure("Hook " + hook.hook().getClass().getName(), error);
        if (thrown instanceof InterruptedException) {
            Thread.currentThread().interrupt();
            return new AttemptResult.Aborted<>(isBegun);
        }
        if (!hook.isFailOpen() || Failures.isBroken(thrown)) {
            return new AttemptResult.Failed<>(thrown, Origin.HOOK);
        }
        Log.hookFailed(hook.hook(), call, thrown);
        return null;
    }
}
