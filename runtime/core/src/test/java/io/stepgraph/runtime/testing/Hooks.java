package io.stepgraph.runtime.testing;

import io.stepgraph.runtime.hook.HookDecision;
import io.stepgraph.runtime.hook.HookTransition;
import io.stepgraph.runtime.hook.StepCall;
import io.stepgraph.runtime.hook.StepHook;
import java.util.function.Function;

/** Hooks that do one thing. */
public final class Hooks {

    private Hooks() {}

    /** What a hook does after a step. */
    public interface After {
        HookTransition after(StepCall call, HookTransition transition) throws Exception;
    }

    public static StepHook before(Function<StepCall, HookDecision> decide) {
        return new StepHook() {
            @Override
            public HookDecision before(StepCall call) {
                return decide.apply(call);
            }
        };
    }

    /** Sees what happens before a step. */
    public interface Watching {
        void see(StepCall call) throws Exception;
    }

    /** Sees each step, and lets it proceed. */
    public static StepHook watching(Watching watching) {
        return new StepHook() {
            @Override
            public HookDecision before(StepCall call) throws Exception {
                watching.see(call);
                return HookDecision.proceed();
            }
        };
    }

    /** Decides about one step, and lets the others proceed. */
    public static StepHook before(String step, HookDecision decision) {
        return before(call -> call.step().equals(step) ? decision : HookDecision.proceed());
    }

    public static StepHook after(After rewrite) {
        return new StepHook() {
            @Override
            public HookTransition after(StepCall call, HookTransition transition) throws Exception {
                return rewrite.after(call, transition);
            }
        };
    }
}
