package io.stepgraph.internal.visit;

import io.stepgraph.internal.codec.GraphCodecs;
import io.stepgraph.internal.codec.Stored;
import io.stepgraph.internal.step.GateEntry;
import io.stepgraph.internal.step.GraphPlan;
import io.stepgraph.internal.step.StepPlan;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.Expired;
import io.stepgraph.runtime.InvalidAnswerException;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.graph.Graph;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.runtime.graph.StepEntry;
import org.jspecify.annotations.Nullable;

/** Finds the steps that take answers (I2). */
public final class AnswerRoutes<S, N extends Enum<N>> {
    private final Graph<?, S, ?, N> graph;
    private final GraphPlan<N> plan;
    private final GraphCodecs<N> codecs;

    public AnswerRoutes(Graph<?, S, ?, N> graph, GraphPlan<N> plan, GraphCodecs<N> codecs) {
        this.graph = graph;
        this.plan = plan;
        this.codecs = codecs;
    }

    /**
     * The way of an answer to the step that takes it.
     *
     * @param answer the answer, or that its time is over
     * @param input the input of the step; null if it takes nothing
     */
    public record Route<N extends Enum<N>>(
            Object answer, GateEntry<N> entry, @Nullable Stored input) {}

    /**
     * The step that takes an answer.
     *
     * @throws InvalidAnswerException if the interrupt does not accept it
     */
    public StepPlan<N> target(StepPlan<N> interrupt, Object answer) {
        // An expiry has no answerer.
        N target = answer instanceof Expired ? null : graph.route(interrupt.step, answer);
        if (target == null) {
            throw new InvalidAnswerException("A " + answer.getClass().getName() + " is not an answer to interrupt '"
                    + interrupt.name + "', which accepts " + interrupt.spec.answers() + ". The run still waits.");
        }
        return plan.step(target);
    }

    /**
     * The step that takes the end of the time for an answer (I5).
     *
     * @param run the run, for messages
     * @throws StepgraphException with {@link ErrorCode#UNKNOWN_STEP} if this build has none
     */
    public StepPlan<N> target(StepPlan<N> interrupt, Expired expired, String run) {
        N target = graph.route(interrupt.step, expired);
        if (target == null) {
            throw new StepgraphException(
                    ErrorCode.UNKNOWN_STEP,
                    "The question of interrupt '" + interrupt.name + "' in run '" + run
                            + "' has expired, and no step of this build takes Expired. Nothing was changed.");
        }
        return plan.step(target);
    }

    /** The way to a step, with the input in its stored form. */
    public Route<N> route(GateEntry<N> entry, Object answer) {
        StepPlan<N> target = entry.step();
        Stored input = target.takesInput ? codecs.input(target).store(answer) : null;
        return new Route<>(answer, entry, input);
    }

    /**
     * The visit of the step that takes the answer, with a new budget; or an expiry, which keeps the budget (R8).
     *
     * @param asked the visit of the interrupt
     * @param budgetStartVisit the visit from which the budget was counted until now
     */
    public StepEntry checkpoint(Route<N> route, long asked, long budgetStartVisit) {
        Json ruleState = codecs.write(route.entry.ruleState(), plan);
        Json input = route.input == null ? null : route.input.json();
        long visit = asked + 1;
        long budgetStart = route.answer instanceof Expired ? budgetStartVisit : visit;
        return new StepEntry(route.entry.step().name, input, visit, 1, 0, budgetStart, ruleState);
    }
}
