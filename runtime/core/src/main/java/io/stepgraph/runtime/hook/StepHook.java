package io.stepgraph.runtime.hook;

/**
 * Code around every step of every run of a runner. Hooks run at each attempt, before-hooks in order of registration,
 * after-hooks in reverse; the mode gate comes before them all. A hook is called by many threads.
 *
 * <pre>{@code
 * StepHook audit = new StepHook() {
 *     @Override
 *     public HookDecision before(StepCall call) {
 *         return call.step().equals("pay") && books.areClosed()
 *                 ? new HookDecision.Deny("The books are closed until Monday.")
 *                 : HookDecision.proceed();
 *     }
 * };
 * }</pre>
 *
 * <p>A hook cannot break the proofs of the compiler: its transition must be one that the step declares, with the input
 * of the next step (H2). A hook that throws fails the step as the step itself would, unless it was registered as
 * fail-open (H3).
 */
public interface StepHook {

    /**
     * Called before each attempt of a step.
     *
     * @param call the step about to be executed
     * @return the decision about the step
     * @throws Exception to fail the step
     */
    default HookDecision before(StepCall call) throws Exception {
        return HookDecision.proceed();
    }

    /**
     * Called after each attempt that succeeded, before anything is stored.
     *
     * @param call the step that was executed
     * @param transition the transition that the step chose
     * @return the transition to take: one that the step declares
     * @throws Exception to fail the step
     */
    default HookTransition after(StepCall call, HookTransition transition) throws Exception {
        return transition;
    }
}
