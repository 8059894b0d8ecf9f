package io.stepgraph.internal.step;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.stepgraph.runtime.graph.StepSpec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The counts and answers that a graph's own rules need, by index of the step: visits of bounded steps since the last
 * answer, and the answers that have opened gates. An answer that was used up stays with the visit that it has opened,
 * so that each attempt of the visit can be checked by whatever build makes it; so do the hooks that have modified what
 * it gets, each of which is reported once, and the question whose answer has led to the visit. Who has started the run
 * stays with all visits. Null stands for nothing of it. Immutable.
 */
public final class RuleState {
    private final int[] visits;
    private final @Nullable GateAnswer[] open;
    private final @Nullable GateAnswer entered;
    private final List<String> modifiedBy;
    private final List<String> starters;
    private final @Nullable LastQuestion lastQuestion;

    private RuleState(
            int[] visits,
            @Nullable GateAnswer[] open,
            @Nullable GateAnswer entered,
            List<String> modifiedBy,
            List<String> starters,
            @Nullable LastQuestion lastQuestion) {
        this.visits = visits;
        this.open = open;
        this.entered = entered;
        this.modifiedBy = modifiedBy;
        this.starters = starters;
        this.lastQuestion = lastQuestion;
    }

    /**
     * The stored form.
     *
     * @param visits visits by name of the bounded step
     * @param opened the answers that have opened gates, by name of the gated step
     * @param entered the answer that has opened the gate of the present visit; null if none has
     * @param modifiedBy the classes of the hooks that have modified what the present visit gets
     * @param starters who has started the run, and who has forked it, where a question asks for that (W5)
     * @param lastQuestion the question whose answer has led to the present visit; null if none has
     */
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    public record Encoded(
            Map<String, Integer> visits,
            Map<String, GateAnswer.Encoded> opened,
            GateAnswer.@Nullable Encoded entered,
            List<String> modifiedBy,
            List<String> starters,
            @Nullable LastQuestion lastQuestion) {
        /** Missing parts are empty. */
        public Encoded {
            visits = visits == null ? Map.of() : visits;
            opened = opened == null ? Map.of() : opened;
            modifiedBy = modifiedBy == null ? List.of() : List.copyOf(modifiedBy);
            starters = starters == null ? List.of() : List.copyOf(starters);
            visits.values().forEach(Objects::requireNonNull);
            opened.values().forEach(Objects::requireNonNull);
        }
    }

    /**
     * Whether a graph keeps count of a step. Asked when a plan is made, which loads this class before HotSpot compiles
     * the loop: it does not inline a method with an unloaded class in its signature.
     */
    static boolean areKeptOf(StepSpec<?> step) {
        return step.gate() != null || step.maxVisits() != null;
    }

    /** Whether a transition into a step changes it, even if this build neither bounds nor gates the step. */
    public static boolean knows(@Nullable RuleState ruleState, StepPlan<?> step) {
        return ruleState != null
                && (ruleState.entered != null
                        || !ruleState.modifiedBy.isEmpty()
                        || ruleState.open[step.index] != null
                        || ruleState.lastQuestion != null);
    }

    static int visits(@Nullable RuleState ruleState, StepPlan<?> step) {
        return ruleState == null ? 0 : ruleState.visits[step.index];
    }

    /** The answer that has opened the gate of the present visit; null if none has. */
    public static @Nullable GateAnswer entered(@Nullable RuleState ruleState) {
        return ruleState == null ? null : ruleState.entered;
    }

    /** Whether a hook of this class has modified what the present visit gets. */
    static boolean isModifiedBy(@Nullable RuleState ruleState, String hook) {
        return ruleState != null && ruleState.modifiedBy.contains(hook);
    }

    /** A hook of this class has modified what the present visit gets. */
    static RuleState modifiedBy(@Nullable RuleState ruleState, String hook, GraphPlan<?> plan) {
        RuleState copy = copy(ruleState, plan);
        List<String> hooks = new ArrayList<>(copy.modifiedBy);
        hooks.add(hook);
        return new RuleState(copy.visits, copy.open, copy.entered, hooks, copy.starters, copy.lastQuestion);
    }

    /** Returns who has started the run, or forked it; empty where nobody asks. */
    public static List<String> starters(@Nullable RuleState ruleState) {
        return ruleState == null ? List.of() : ruleState.starters;
    }

    /** Returns the state after one more person has started the run, or forked it. */
    public static RuleState startedBy(@Nullable RuleState ruleState, String name, GraphPlan<?> plan) {
        RuleState copy = copy(ruleState, plan);
        List<String> names = new ArrayList<>(copy.starters);
        names.add(name);
        return new RuleState(copy.visits, copy.open, copy.entered, copy.modifiedBy, names, copy.lastQuestion);
    }

    /** The question whose answer has led to the present visit; null if none has. */
    public static @Nullable LastQuestion lastQuestion(@Nullable RuleState ruleState) {
        return ruleState == null ? null : ruleState.lastQuestion;
    }

    /** The answer to a question has led to the present visit. */
    public static RuleState answering(@Nullable RuleState ruleState, LastQuestion question, GraphPlan<?> plan) {
        RuleState copy = copy(ruleState, plan);
        return new RuleState(copy.visits, copy.open, copy.entered, copy.modifiedBy, copy.starters, question);
    }

    /** Returns the state of a visit that refuses no answer. */
    public static @Nullable RuleState withoutQuestion(@Nullable RuleState ruleState) {
        return ruleState == null || ruleState.lastQuestion == null
                ? ruleState
                : new RuleState(
                                ruleState.visits,
                                ruleState.open,
                                ruleState.entered,
                                ruleState.modifiedBy,
                                ruleState.starters,
                                null)
                        .orNull();
    }

    /** Returns the state with one visit more of a bounded step. */
    static RuleState visited(@Nullable RuleState ruleState, StepPlan<?> step, GraphPlan<?> plan) {
        RuleState copy = copy(ruleState, plan);
        copy.visits[step.index]++;
        return copy;
    }

    /** An answer has opened the gate of a step. */
    static RuleState opened(@Nullable RuleState ruleState, StepPlan<?> step, GateAnswer answer, GraphPlan<?> plan) {
        RuleState copy = copy(ruleState, plan);
        copy.open[step.index] = answer;
        return copy;
    }

    /**
     * A step is entered: its gate is used up, the answer that has opened it stays with the visit, no hook has modified
     * it, and it refuses no answer.
     */
    static @Nullable RuleState entering(@Nullable RuleState ruleState, StepPlan<?> step) {
        if (ruleState == null || !knows(ruleState, step)) {
            return ruleState;
        }
        @Nullable GateAnswer[] open = ruleState.open.clone();
        open[step.index] = null;
        return new RuleState(ruleState.visits, open, ruleState.open[step.index], List.of(), ruleState.starters, null)
                .orNull();
    }

    /** Returns the state after an answer, which counts visits from zero. */
    static @Nullable RuleState answered(@Nullable RuleState ruleState, GraphPlan<?> plan) {
        return ruleState == null
                ? null
                : new RuleState(
                                new int[plan.size()],
                                ruleState.open,
                                ruleState.entered,
                                ruleState.modifiedBy,
                                ruleState.starters,
                                ruleState.lastQuestion)
                        .orNull();
    }

    /**
     * Returns the state in which everything is closed that earlier answers to an interrupt have opened, whatever this
     * build gates.
     */
    static @Nullable RuleState closed(@Nullable RuleState ruleState, StepPlan<?> interrupt) {
        if (ruleState == null) {
            return null;
        }
        @Nullable GateAnswer[] open = ruleState.open.clone();
        for (int i = 0; i < open.length; i++) {
            GateAnswer answer = open[i];
            if (answer != null && answer.interrupt().equals(interrupt.name)) {
                open[i] = null;
            }
        }
        return new RuleState(
                        ruleState.visits,
                        open,
                        ruleState.entered,
                        ruleState.modifiedBy,
                        ruleState.starters,
                        ruleState.lastQuestion)
                .orNull();
    }

    /**
     * Reads the stored form; steps that this build does not have are left out.
     *
     * @param at the step of the present visit
     * @param names the stored names of types of answers
     */
    public static <N extends Enum<N>> @Nullable RuleState read(
            Encoded stored, GraphPlan<N> plan, StepPlan<N> at, Function<Class<?>, String> names) {
        GateAnswer entered = stored.entered() == null ? null : GateAnswer.read(stored.entered(), at, plan, names);
        RuleState ruleState = new RuleState(
                new int[plan.size()],
                new @Nullable GateAnswer[plan.size()],
                entered,
                stored.modifiedBy(),
                stored.starters(),
                stored.lastQuestion());
        stored.visits().forEach((name, count) -> {
            StepPlan<N> step = plan.find(name);
            if (step != null) {
                ruleState.visits[step.index] = count;
            }
        });
        stored.opened().forEach((name, answer) -> {
            StepPlan<N> step = plan.find(name);
            if (step != null) {
                ruleState.open[step.index] = GateAnswer.read(answer, step, plan, names);
            }
        });
        return ruleState.orNull();
    }

    /**
     * The stored form.
     *
     * @param names the stored names of types of answers
     */
    public Encoded stored(GraphPlan<?> plan, Function<Class<?>, String> names) {
        Map<String, Integer> counted = new LinkedHashMap<>();
        Map<String, GateAnswer.Encoded> opened = new LinkedHashMap<>();
        for (int i = 0; i < visits.length; i++) {
            if (visits[i] > 0) {
                counted.put(plan.step(i).name, visits[i]);
            }
            GateAnswer answer = open[i];
            if (answer != null) {
                opened.put(plan.step(i).name, answer.stored(names));
            }
        }
        return new Encoded(
                counted, opened, entered == null ? null : entered.stored(names), modifiedBy, starters, lastQuestion);
    }

    private static RuleState copy(@Nullable RuleState ruleState, GraphPlan<?> plan) {
        return ruleState == null
                ? new RuleState(
                        new int[plan.size()], new @Nullable GateAnswer[plan.size()], null, List.of(), List.of(), null)
                : new RuleState(
                        ruleState.visits.clone(),
                        ruleState.open.clone(),
                        ruleState.entered,
                        ruleState.modifiedBy,
                        ruleState.starters,
                        ruleState.lastQuestion);
    }

    private @Nullable RuleState orNull() {
        for (int i = 0; i < visits.length; i++) {
            if (visits[i] > 0 || open[i] != null) {
                return this;
            }
        }
        return entered == null && modifiedBy.isEmpty() && starters.isEmpty() && lastQuestion == null ? null : this;
    }
}
