package io.stepgraph.runtime.execute;

import io.stepgraph.runtime.hook.HookDecision;
import io.stepgraph.runtime.hook.HookTransition;
import io.stepgraph.runtime.hook.StepCall;
import io.stepgraph.runtime.hook.StepHook;

/**
 * A hook, and what becomes of its own errors (H3).
 *
 * @param isFailOpen whether they are logged and otherwise ignored
 */
public record RegisteredHook(StepHook hook, boolean isFailOpen) {

    HookDecision before(StepCall call) throws Exception {
        try {
            return given(hook.before(call), "before");
        } catch (Throwable thrown) {
            ignoreOrThrow(thrown, call);
            return HookDecision.proceed();
        }
    }

    HookTransition after(StepCall call, HookTransition transition) throws Exception {
        try {
            return given(hook.after(call, transition), "after");
        } catch (Throwable thrown) {
            ignoreOrThrow(thrown, call);
            return transition;
        }
    }

    private <T> T given(T result, String method) {
        if (result == null) {
            throw new IllegalStateException(
                    "Hook " + hook.getClass().getName() + "." + method + " returned null; return what it was given.");
        }
        return result;
    }

    private void ignoreOrThrow(Throwable thrown, StepCall call) throws Exception {
        if (thrown instanceof InterruptedException) {
            Thread.currentThread().interrupt();
            throw new Voided();
        }
        if (!isFailOpen || (thrown instanceof VirtualMachineError && !(thrown instanceof StackOverflowError))) {
            throw new HookThrew(thrown);
        }
        Log.hookFailed(hook, call, thrown);
    }
}
