package io.stepgraph.runtime.step.plan;

import io.stepgraph.runtime.Expired;
import io.stepgraph.runtime.GateBypassedException;
import io.stepgraph.runtime.InvalidTransitionException;
import io.stepgraph.runtime.graph.StepSpec;
import org.jspecify.annotations.Nullable;

/**
 * The entry of a step under {@code @MaxVisits} and {@code @GatedBy}: the step that the run really enters, and the counts from
 * then on. A gate is used up by the transition through it, so that each visit needs an answer of its own.
 *
 * @param step the step that is entered, perhaps in place of a step that was visited too often
 * @param gateState the counts and gates from then on
 */
public record GateEntry<N extends Enum<N>>(
        StepPlan<N> step, @Nullable GateState gateState) {

    /**
     * Enters a step.
     *
     * @param from where from, for messages
     * @throws GateBypassedException if the gate of the step is not open
     */
    public static <N extends Enum<N>> GateEntry<N> into(
            GraphPlan<N> plan, StepPlan<N> target, @Nullable GateState gateState, String from) {
        return target.hasGateState ? counted(plan, target, gateState, from) : new GateEntry<>(target, gateState);
    }

    private static <N extends Enum<N>> GateEntry<N> counted(
            GraphPlan<N> plan, StepPlan<N> target, @Nullable GateState gateState, String from) {
        StepPlan<N> step = target;
        StepSpec.MaxVisits<N> bound = step.spec.maxVisits();
        for (int hops = 0; bound != null && GateState.visits(gateState, step) >= bound.times(); hops++) {
            if (hops == plan.size()) {
                throw new InvalidTransitionException("Step '" + target.name
                        + "' and all that stand in for it were visited as often as" + " their @MaxVisits allow.");
            }
            step = plan.step(bound.then());
            bound = step.spec.maxVisits();
        }
        GateState after = bound == null ? gateState : GateState.visited(gateState, step, plan);
        StepSpec.Gate<N> gate = step.spec.gate();
        if (gate != null) {
            if (!GateState.isOpen(after, step)) {
                throw new GateBypassedException("The transition from '" + from + "' would enter step '" + step.name
                        + "' without the answer of interrupt '"
                        + plan.step(gate.interrupt()).name + "' that opens its gate.");
            }
            after = GateState.gate(after, step, false, plan);
        }
        return new GateEntry<>(step, after);
    }

    /**
     * Enters the step that takes an answer, which starts the counts anew and opens, or closes, the gates it is about. An
     * expiry closes gates, but only the answer of a person starts the counts anew.
     */
    public static <N extends Enum<N>> GateEntry<N> byAnswer(
            GraphPlan<N> plan,
            StepPlan<N> interrupt,
            StepPlan<N> target,
            Object answer,
            @Nullable GateState gateState) {
        GateState after = answer instanceof Expired ? gateState : GateState.answered(gateState, plan);
        for (StepPlan<N> gated : plan.gated()) {
            StepSpec.Gate<N> gate = gated.spec.gate();
            if (gate != null && gate.interrupt() == interrupt.step) {
                after = GateState.gate(after, gated, opens(gate, answer), plan);
            }
        }
        return into(plan, target, after, interrupt.name);
    }

    private static boolean opens(StepSpec.Gate<?> gate, Object answer) {
        if (answer instanceof Expired) {
            return false;
        }
        for (Class<?> opening : gate.answers()) {
            if (opening.isInstance(answer)) {
                return true;
            }
        }
        return false;
    }
}
