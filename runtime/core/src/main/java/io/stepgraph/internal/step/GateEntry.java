package io.stepgraph.internal.step;

import io.stepgraph.runtime.Ended;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.Expired;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.graph.StepSpec;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The entry of a step under {@code @MaxVisits} and {@code @GatedBy}: the step that the run really enters, and the
 * counts from then on. A gate is used up by the transition through it, so that each visit needs an answer of its own.
 *
 * @param step the step that is entered, perhaps in place of a step that was visited too often
 * @param ruleState the counts and gates from then on
 */
public record GateEntry<N extends Enum<N>>(
        StepPlan<N> step, @Nullable RuleState ruleState) {

    /**
     * Enters a step.
     *
     * @param from the step that the run leaves, for messages
     * @throws StepgraphException with {@link ErrorCode#GATE_BYPASSED} if the gate of the step is closed
     */
    public static <N extends Enum<N>> GateEntry<N> into(
            GraphPlan<N> plan, StepPlan<N> target, @Nullable RuleState ruleState, String from) {
        return target.hasRuleState || RuleState.knows(ruleState, target)
                ? counted(plan, target, ruleState, from)
                : new GateEntry<>(target, ruleState);
    }

    private static <N extends Enum<N>> GateEntry<N> counted(
            GraphPlan<N> plan, StepPlan<N> target, @Nullable RuleState ruleState, String from) {
        StepPlan<N> step = target;
        StepSpec.MaxVisits<N> bound = step.spec.maxVisits();
        for (int hops = 0; bound != null && RuleState.visits(ruleState, step) >= bound.times(); hops++) {
            if (hops == plan.size()) {
                throw new StepgraphException(
                        ErrorCode.INVALID_TRANSITION,
                        "Step '" + target.name
                                + "' and every step that replaces it have used up the visits of their @MaxVisits.");
            }
            step = plan.step(bound.then());
            bound = step.spec.maxVisits();
        }
        RuleState after = bound == null ? ruleState : RuleState.visited(ruleState, step, plan);
        after = RuleState.entering(after, step);
        StepSpec.Gate<N> gate = step.spec.gate();
        if (gate != null && !isOpened(step, after)) {
            throw new StepgraphException(
                    ErrorCode.GATE_BYPASSED,
                    "The transition from '" + from + "' would enter step '" + step.name + "' without " + key(gate, plan)
                            + ", which opens its gate. " + onRecord(after));
        }
        return new GateEntry<>(step, after);
    }

    /**
     * Checks the visit of a run, which may have entered its step in another build.
     *
     * @param ruleState the counts and gates of this visit
     * @param what the run or snapshot at this step, for messages
     * @throws StepgraphException with {@link ErrorCode#GATE_BYPASSED} if the gate of this build was not opened for the
     *     visit
     */
    public static <N extends Enum<N>> void check(
            GraphPlan<N> plan, StepPlan<N> step, @Nullable RuleState ruleState, String what) {
        StepSpec.Gate<N> gate = step.spec.gate();
        if (gate != null && !isOpened(step, ruleState)) {
            throw new StepgraphException(
                    ErrorCode.GATE_BYPASSED,
                    what + " stands at step '" + step.name + "'. In this build, the step needs "
                            + key(gate, plan) + ", and the run has entered it without that. " + onRecord(ruleState)
                            + " Nothing was changed. Continue the run in the build that has led it there, cancel it, or fork it at an"
                            + " earlier visit if its history is kept.");
        }
    }

    private static boolean isOpened(StepPlan<?> step, @Nullable RuleState ruleState) {
        GateAnswer entered = RuleState.entered(ruleState);
        return entered != null && entered.opening() != null && (!step.takesAnswered || entered.stored() != null);
    }

    private static <N extends Enum<N>> String key(StepSpec.Gate<N> gate, GraphPlan<N> plan) {
        StepPlan<N> guard = plan.step(gate.interrupt());
        List<Class<?>> answers = gate.answers();
        String names = answers.stream().map(Class::getSimpleName).collect(Collectors.joining(" or "));
        if (guard.spec.call() != null) {
            return "the result " + (names.isEmpty() ? "" : names + " ") + "of call '" + guard.name + "'";
        }
        return "the answer " + names + " to interrupt '" + guard.name + "'";
    }

    private static String onRecord(@Nullable RuleState ruleState) {
        GateAnswer entered = RuleState.entered(ruleState);
        return entered == null
                ? "No answer is on record."
                : "On record is the answer " + entered.name() + " to interrupt '" + entered.interrupt() + "'"
                        + (entered.stored() == null ? ", without its question." : ".");
    }

    /**
     * The answer or expiry by which an interrupt is left.
     *
     * @param visit the visit of the question
     * @param answer the answer, or that its time is over
     * @param by who answered; null if nobody said
     * @param stored writes the question and the answer for steps that take them
     */
    public record Reply<N extends Enum<N>>(
            StepPlan<N> interrupt,
            long visit,
            Object answer,
            @Nullable String by,
            StoredAnswer.Writer stored) {}

    /**
     * Enters the step that takes an answer. The answer resets the counts of visits, and opens or closes the gates of
     * its interrupt. An expiry closes gates, but only the answer of a person resets the counts.
     */
    public static <N extends Enum<N>> GateEntry<N> byAnswer(
            GraphPlan<N> plan, Reply<N> given, StepPlan<N> target, @Nullable RuleState ruleState) {
        StepPlan<N> interrupt = given.interrupt();
        Object answer = given.answer();
        RuleState counted = answer instanceof Expired ? ruleState : RuleState.answered(ruleState, plan);
        RuleState after = RuleState.closed(counted, interrupt);
        GateAnswer before = RuleState.entered(ruleState);
        Map<String, String> earlier = before == null ? Map.of() : before.answerers();
        StoredAnswer stored = null;
        for (StepPlan<N> gated : plan.gated()) {
            StepSpec.Gate<N> gate = gated.spec.gate();
            Class<?> opening = gate == null || gate.interrupt() != interrupt.step ? null : opening(gate, answer);
            if (opening != null) {
                if (gated.takesAnswered && stored == null) {
                    stored = given.stored().write(answer, interrupt.isExactly ? before : null);
                }
                GateAnswer opens =
                        new GateAnswer(interrupt.name, opening, null, given.visit(), given.by(), earlier, stored);
                after = RuleState.opened(after, gated, opens, plan);
            }
        }
        return into(plan, target, after, interrupt.name);
    }

    /**
     * Enters the step that takes a message. The message resets the counts of visits, and opens no gate (Q5).
     *
     * @param last the message, if it wants a reply; else null
     */
    public static <N extends Enum<N>> GateEntry<N> byMessage(
            GraphPlan<N> plan,
            StepPlan<N> mailbox,
            @Nullable LastMessage last,
            StepPlan<N> target,
            @Nullable RuleState ruleState) {
        RuleState counted = RuleState.answered(ruleState, plan);
        return into(plan, target, RuleState.taken(counted, mailbox, last, plan), mailbox.name);
    }

    /**
     * The results of a call open the gates of the call, or close them (C13): a result that has variants by those, and
     * others by their completion. They reset no counts.
     *
     * @param ends the ends of its agents
     * @return the counts and gates with which the next step is entered
     */
    static <N extends Enum<N>> @Nullable RuleState byResults(
            GraphPlan<N> plan, StepCursor<?, N> call, List<Ended<?>> ends) {
        RuleState after = RuleState.closed(call.ruleState, call.step);
        if (!ends.stream().allMatch(Ended.Completed.class::isInstance)) {
            return after;
        }
        GateAnswer before = RuleState.entered(call.ruleState);
        Map<String, String> earlier = before == null ? Map.of() : before.answerers();
        for (StepPlan<N> gated : plan.gated()) {
            StepSpec.Gate<N> gate = gated.spec.gate();
            if (gate == null || gate.interrupt() != call.step.step) {
                continue;
            }
            Class<?> opening = opening(gate, Objects.requireNonNull(call.step.spec.call()), ends);
            if (opening != null) {
                GateAnswer opens = new GateAnswer(call.step.name, opening, null, call.visit, null, earlier, null);
                after = RuleState.opened(after, gated, opens, plan);
            }
        }
        return after;
    }

    private static @Nullable Class<?> opening(StepSpec.Gate<?> gate, StepSpec.Call call, List<Ended<?>> ends) {
        boolean hasVariants =
                !gate.answers().isEmpty() && !call.isList() && call.agents().size() == 1;
        return hasVariants
                ? opening(gate, ((Ended.Completed<?>) ends.get(0)).result())
                : GateAnswer.types(gate).get(0);
    }

    /** Enters the step that follows a wait. It keeps the counts of visits. */
    public static <N extends Enum<N>> GateEntry<N> afterWait(
            GraphPlan<N> plan, StepPlan<N> pause, @Nullable RuleState ruleState) {
        return into(plan, plan.step(pause.afterWait()), ruleState, pause.name);
    }

    private static @Nullable Class<?> opening(StepSpec.Gate<?> gate, Object answer) {
        if (answer instanceof Expired) {
            return null;
        }
        for (Class<?> opening : gate.answers()) {
            if (opening.isInstance(answer)) {
                return opening;
            }
        }
        return null;
    }
}
