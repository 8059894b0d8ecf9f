package io.stepgraph.internal.step;

import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.graph.Due;
import io.stepgraph.runtime.graph.StepSpec;
import io.stepgraph.runtime.graph.Transition;
import io.stepgraph.runtime.graph.ValueType;
import io.stepgraph.runtime.hook.HookDecision;
import io.stepgraph.runtime.hook.HookTransition;
import io.stepgraph.runtime.hook.StepCall;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Transitions as hooks see them and make them. A transition of a hook must be one that the step could have chosen (H2).
 * The generated types prove that of a step; here it is checked. From there on, both are treated alike.
 */
final class HookTransitions<S, N extends Enum<N>> {
    private final GraphPlan<N> plan;

    HookTransitions(GraphPlan<N> plan) {
        this.plan = plan;
    }

    /** The transition of a step, for a hook. */
    HookTransition write(Transition<N, S> transition) {
        if (transition instanceof Transition.Go<N, S> go) {
            return new HookTransition.Go(plan.step(go.target()).name, go.input(), go.state());
        }
        if (transition instanceof Transition.End<N, S> end) {
            return new HookTransition.End(end.result(), end.state());
        }
        if (transition instanceof Transition.Fail<N, S> fail) {
            return new HookTransition.Fail(fail.reason());
        }
        if (transition instanceof Transition.Pause<N, S> pause) {
            return new HookTransition.Pause(pause.until());
        }
        if (transition instanceof Transition.Listen<N, S> listen) {
            return new HookTransition.Listen(listen.until());
        }
        if (transition instanceof Transition.Call<N, S> call) {
            return new HookTransition.Call(Collections.unmodifiableList(call.starts()), call.state());
        }
        Transition.Ask<N, S> ask = (Transition.Ask<N, S>) transition;
        return new HookTransition.Ask(ask.question(), ask.state());
    }

    /**
     * The checked transition that a hook takes instead of executing a step.
     *
     * @param given the state to keep if the hook names none
     */
    Transition<N, S> instead(HookDecision.Replace replace, StepPlan<N> step, S given) {
        if (step.isInterrupt) {
            throw invalid(step, "replaces an interrupt, and only a person answers its question");
        }
        if (step.isMailbox) {
            throw invalid(step, "replaces a mailbox, and only a message or the end of its time leads on from it");
        }
        if (step.spec.call() != null) {
            throw invalid(step, "replaces a call, and only its agents give the results");
        }
        return read(replace.transition(), step, given, null);
    }

    /**
     * The checked transition of a hook.
     *
     * @param step the step it stands for
     * @param given the state to keep if the hook names none
     * @param chosen the transition of the step, whose computed end a question keeps; null if it was not executed
     */
    Transition<N, S> read(HookTransition transition, StepPlan<N> step, S given, @Nullable Transition<N, S> chosen) {
        ValueType question = step.spec.question();
        if (transition instanceof HookTransition.Ask ask) {
            if (question == null) {
                throw invalid(step, "asks a question, but the step is not an interrupt");
            }
            check(ask.question(), question, step, "question");
            Due expires = chosen instanceof Transition.Ask<N, S> asked ? asked.expires() : null;
            return new Transition.Ask<>(ask.question(), expires, state(ask.state(), step, given));
        }
        if (question != null) {
            throw invalid(step, "does not ask, but the step is an interrupt");
        }
        if (chosen instanceof Transition.Listen<N, S> listen) {
            return new Transition.Listen<>(end(transition, step, listen.until()), given);
        }
        if (chosen instanceof Transition.Call<N, S> call) {
            if (!(transition instanceof HookTransition.Call same)
                    || !same.starts().equals(call.starts())) {
                throw invalid(step, "changes what a call calls");
            }
            return new Transition.Call<>(call.starts(), state(same.state(), step, given));
        }
        if (transition instanceof HookTransition.Call) {
            throw invalid(step, "calls agents, but the step is not a call");
        }
        if (transition instanceof HookTransition.Pause pause) {
            if (!step.spec.isWait()) {
                throw invalid(step, "waits for a time, but the step is not a wait");
            }
            return new Transition.Pause<>(pause.until(), given);
        }
        if (transition instanceof HookTransition.Listen) {
            throw invalid(step, "waits for a message, but the step is not a mailbox");
        }
        if (transition instanceof HookTransition.Go go) {
            return new Transition.Go<>(target(go, step), go.input(), state(go.state(), step, given));
        }
        if (transition instanceof HookTransition.Fail fail) {
            if (!step.spec.fail()) {
                throw invalid(step, "fails the run, which the step may not; it may go to " + next(step));
            }
            return Transition.fail(fail.reason());
        }
        if (!step.spec.end()) {
            throw invalid(step, "ends the run, which the step may not; it may go to " + next(step));
        }
        HookTransition.End end = (HookTransition.End) transition;
        S state = state(end.state(), step, given);
        check(end.result() == null ? state : end.result(), plan.spec.output(), step, "result");
        return new Transition.End<>(end.result(), state);
    }

    /** The end of the time of a mailbox, which a hook may change, but not add. */
    private static @Nullable Due end(HookTransition transition, StepPlan<?> mailbox, @Nullable Due computed) {
        if (!(transition instanceof HookTransition.Listen listen)) {
            throw invalid(mailbox, "does not wait for a message, but the step is a mailbox");
        }
        if (listen.until() == null) {
            return computed;
        }
        if (computed == null && mailbox.fixedEnd() == null) {
            throw invalid(mailbox, "gives an end to a mailbox that waits without one, so that no step follows the end");
        }
        return listen.until();
    }

    /** A call with the state and input that a hook chose. */
    StepCall modified(StepCall call, StepPlan<N> step, HookDecision.Modify modify) {
        ValueType input = step.spec.input();
        StepSpec.Gate<N> gate = step.spec.gate();
        if (gate != null && gate.exactly() && (modify.state() != null || modify.input() != null)) {
            throw invalid(
                    step,
                    "modifies what the step gets, but the step does exactly what '" + plan.step(gate.interrupt()).name
                            + "' showed");
        }
        if (modify.state() != null) {
            check(modify.state(), plan.spec.state(), step, "state");
        }
        if (modify.input() != null) {
            if (input == null) {
                throw invalid(step, "gives an input to a step that takes none");
            }
            check(modify.input(), input, step, "input");
        }
        return new StepCall(
                call.runId(),
                call.graph(),
                call.step(),
                call.visit(),
                call.attempt(),
                call.mode(),
                call.required(),
                modify.state() == null ? call.state() : modify.state(),
                modify.input() == null ? call.input() : modify.input(),
                call.answered());
    }

    private N target(HookTransition.Go go, StepPlan<N> step) {
        StepPlan<N> target = plan.find(go.step());
        if (target == null || !step.spec.next().contains(target.step)) {
            throw invalid(step, "goes to '" + go.step() + "', but the step may go to " + next(step) + " only");
        }
        ValueType takes = target.spec.input();
        if (takes != null) {
            check(go.input(), takes, step, "input of step '" + target.name + "'");
        } else if (go.input() != null) {
            throw invalid(step, "hands an input to step '" + target.name + "', which takes none");
        }
        return target.step;
    }

    /** Returns the steps to which a step may go, for messages. */
    private List<String> next(StepPlan<N> step) {
        List<String> names = new ArrayList<>();
        for (StepSpec<N> target : plan.spec.steps()) {
            if (step.spec.next().contains(target.step())) {
                names.add(target.name());
            }
        }
        if (step.spec.end()) {
            names.add("END");
        }
        if (step.spec.fail()) {
            names.add("FAIL");
        }
        return names;
    }

    @SuppressWarnings("unchecked") // checked against the declared type
    private S state(@Nullable Object state, StepPlan<N> step, S given) {
        if (state == null) {
            return given;
        }
        check(state, plan.spec.state(), step, "state");
        return (S) state;
    }

    private static void check(@Nullable Object value, ValueType type, StepPlan<?> step, String what) {
        if (value == null) {
            throw invalid(step, "leaves out the " + what + ", a " + type);
        }
        if (!MethodType.methodType(type.type()).wrap().returnType().isInstance(value)) {
            throw invalid(step, "gives a " + value.getClass().getName() + " as the " + what + ", which is a " + type);
        }
    }

    private static StepgraphException invalid(StepPlan<?> step, String what) {
        return new StepgraphException(
                ErrorCode.INVALID_TRANSITION, "The transition of a hook at step '" + step.name + "' " + what + ".");
    }
}
