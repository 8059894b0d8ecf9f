package io.stepgraph.internal.visit;

import io.stepgraph.internal.codec.EncodedValue;
import io.stepgraph.internal.codec.GraphCodecs;
import io.stepgraph.internal.step.GateEntry;
import io.stepgraph.internal.step.GraphPlan;
import io.stepgraph.internal.step.StepCursor;
import io.stepgraph.internal.step.StepPlan;
import io.stepgraph.internal.step.StoredAnswer;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.Expired;
import io.stepgraph.runtime.InvalidAnswerException;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.graph.Graph;
import io.stepgraph.runtime.graph.StepEntry;
import org.jspecify.annotations.Nullable;

/**
 * Decides where an answer leads: to the step whose input accepts it, through the gates of the graph (I2). It writes
 * nothing.
 */
public final class AnswerRouter<S, N extends Enum<N>> {
    private final Graph<?, S, ?, N> graph;
    private final GraphCodecs<N> codecs;
    private final CheckpointReader<S, N> checkpoints;

    public AnswerRouter(Graph<?, S, ?, N> graph, GraphCodecs<N> codecs) {
        this.graph = graph;
        this.codecs = codecs;
        this.checkpoints = new CheckpointReader<>(codecs);
    }

    /**
     * The way of an answer to the step that takes it.
     *
     * @param value the answer as later readers get it, or that its time is over
     * @param next the first visit of the step
     */
    public record Route<N extends Enum<N>>(GateEntry<N> entry, Object value, StepEntry next) {

        /** The position of the run at the step, once it is stored. */
        public <S> StepCursor<S, N> cursor(S state, StepEntry stored) {
            StepPlan<N> step = entry.step();
            StepCursor<S, N> cursor = new StepCursor<>(step, state, step.takesInput ? value : null, entry.ruleState());
            CheckpointReader.settle(cursor, stored);
            return cursor;
        }
    }

    /**
     * The step that takes an answer.
     *
     * @throws InvalidAnswerException if the interrupt does not accept it
     */
    public StepPlan<N> target(StepPlan<N> interrupt, Object answer) {
        return target(graph, codecs.plan, interrupt, answer);
    }

    /** Returns the target without codecs. */
    static <N extends Enum<N>> StepPlan<N> target(
            Graph<?, ?, ?, N> graph, GraphPlan<N> plan, StepPlan<N> interrupt, Object answer) {
        // An expiry has no answerer.
        N target = answer instanceof Expired ? null : graph.route(interrupt.step, answer);
        if (target == null) {
            throw new InvalidAnswerException("A " + answer.getClass().getName() + " is not an answer to interrupt '"
                    + interrupt.name + "', which accepts " + interrupt.spec.answers() + ". The run still waits.");
        }
        return plan.step(target);
    }

    /**
     * The way of an answer.
     *
     * @param run the run, for messages
     * @param asked the visit of the interrupt
     * @param by who answers; null if nobody said
     * @param stored writes the question and the answer for steps that take them
     * @throws InvalidAnswerException if the interrupt does not accept it
     * @throws StepgraphException with {@link ErrorCode#GATE_BYPASSED} if another build has led the run past a gate of
     *     this build
     */
    public Route<N> route(
            String run,
            StepEntry asked,
            StepPlan<N> interrupt,
            Object answer,
            @Nullable String by,
            StoredAnswer.Writer stored) {
        return route(
                run,
                asked,
                target(interrupt, answer),
                new GateEntry.Reply<>(interrupt, asked.visit(), answer, by, stored));
    }

    /**
     * Returns the route of a question that has expired (I5).
     *
     * @throws StepgraphException with {@link ErrorCode#UNKNOWN_STEP} if no step of this build takes the end of its time
     * @throws StepgraphException with {@link ErrorCode#GATE_BYPASSED} if another build has led the run past a gate of
     *     this build
     */
    public Route<N> expired(String run, StepEntry asked, StepPlan<N> interrupt) {
        Expired expired = new Expired();
        N target = graph.route(interrupt.step, expired);
        if (target == null) {
            throw new StepgraphException(
                    ErrorCode.UNKNOWN_STEP,
                    "The question of interrupt '" + interrupt.name + "' in run '" + run
                            + "' has expired, and no step of this build takes Expired. Nothing was changed.");
        }
        StoredAnswer.Writer nothing = (answer, first) -> {
            throw new IllegalStateException("An expiry opens no gate.");
        };
        return route(
                run,
                asked,
                codecs.plan.step(target),
                new GateEntry.Reply<>(interrupt, asked.visit(), expired, null, nothing));
    }

    /** Returns the route, with a new budget; an expiry keeps the budget (R8). */
    private Route<N> route(String run, StepEntry asked, StepPlan<N> target, GateEntry.Reply<N> given) {
        Object answer = given.answer();
        GateEntry<N> entry =
                GateEntry.byAnswer(codecs.plan, given, target, checkpoints.ruleState("Run '" + run + "'", asked));
        StepPlan<N> step = entry.step();
        EncodedValue input = step.takesInput ? codecs.input(step).store(answer) : null;
        long visit = asked.visit() + 1;
        StepEntry next = new StepEntry(
                step.name,
                input == null ? null : input.json(),
                visit,
                1,
                0,
                answer instanceof Expired ? asked.budgetStartVisit() : visit,
                codecs.write(entry.ruleState()));
        return new Route<>(entry, input == null ? answer : input.value(), next);
    }
}
