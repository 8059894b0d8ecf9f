package io.stepgraph.internal.step;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.stepgraph.runtime.graph.StepSpec;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The counts of a graph's own rules, by index of the step: visits of bounded steps since the last answer, and the answers that
 * have opened gates. An answer that was used up stays with the visit that it has opened, so that each attempt of the visit can
 * be checked by whatever build makes it. Null stands for nothing of it. Immutable.
 */
public final class GateState {
    private final int[] visits;
    private final @Nullable GateAnswer[] open;
    private final @Nullable GateAnswer entered;

    private GateState(int[] visits, @Nullable GateAnswer[] open, @Nullable GateAnswer entered) {
        this.visits = visits;
        this.open = open;
        this.entered = entered;
    }

    /**
     * The stored form.
     *
     * @param visits visits by name of the bounded step
     * @param opened the answers that have opened gates, by name of the gated step
     * @param entered the answer that has opened the gate of the present visit; null if none has
     */
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    public record Stored(
            Map<String, Integer> visits, Map<String, GateAnswer.Stored> opened, GateAnswer.@Nullable Stored entered) {
        /** Missing parts are empty. */
        public Stored {
            visits = visits == null ? Map.of() : visits;
            opened = opened == null ? Map.of() : opened;
            visits.values().forEach(Objects::requireNonNull);
            opened.values().forEach(Objects::requireNonNull);
        }
    }

    /**
     * Whether a graph keeps count of a step. Asked when a plan is made, which loads this class before HotSpot compiles the loop:
     * it does not inline a method with an unloaded class in its signature.
     */
    static boolean areKeptOf(StepSpec<?> step) {
        return step.gate() != null || step.maxVisits() != null;
    }

    /** Whether a transition into a step changes it, even if this build neither bounds nor gates the step. */
    public static boolean knows(@Nullable GateState gateState, StepPlan<?> step) {
        return gateState != null && (gateState.entered != null || gateState.open[step.index] != null);
    }

    static int visits(@Nullable GateState gateState, StepPlan<?> step) {
        return gateState == null ? 0 : gateState.visits[step.index];
    }

    /** The answer that has opened the gate of the present visit; null if none has. */
    static @Nullable GateAnswer entered(@Nullable GateState gateState) {
        return gateState == null ? null : gateState.entered;
    }

    /** One visit more of a bounded step. */
    static GateState visited(@Nullable GateState gateState, StepPlan<?> step, GraphPlan<?> plan) {
        GateState copy = copy(gateState, plan);
        copy.visits[step.index]++;
        return copy;
    }

    /** An answer has opened the gate of a step. */
    static GateState opened(@Nullable GateState gateState, StepPlan<?> step, GateAnswer answer, GraphPlan<?> plan) {
        GateState copy = copy(gateState, plan);
        copy.open[step.index] = answer;
        return copy;
    }

    /** A step is entered: its gate is used up, and the answer that has opened it stays with the visit. */
    static @Nullable GateState entering(@Nullable GateState gateState, StepPlan<?> step) {
        if (gateState == null || !knows(gateState, step)) {
            return gateState;
        }
        @Nullable GateAnswer[] open = gateState.open.clone();
        open[step.index] = null;
        return new GateState(gateState.visits, open, gateState.open[step.index]).orNull();
    }

    /** No visits counted any more, since a question was answered. */
    static @Nullable GateState answered(@Nullable GateState gateState, GraphPlan<?> plan) {
        return gateState == null
                ? null
                : new GateState(new int[plan.size()], gateState.open, gateState.entered).orNull();
    }

    /** What earlier answers to an interrupt have opened is closed, whatever this build gates. */
    static @Nullable GateState closed(@Nullable GateState gateState, StepPlan<?> interrupt) {
        if (gateState == null) {
            return null;
        }
        @Nullable GateAnswer[] open = gateState.open.clone();
        for (int i = 0; i < open.length; i++) {
            GateAnswer answer = open[i];
            if (answer != null && answer.interrupt().equals(interrupt.name)) {
                open[i] = null;
            }
        }
        return new GateState(gateState.visits, open, gateState.entered).orNull();
    }

    /**
     * Reads the stored form; steps that this build does not have are left out.
     *
     * @param at the step of the present visit
     * @param names the stored names of types of answers
     */
    public static <N extends Enum<N>> @Nullable GateState read(
            Stored stored, GraphPlan<N> plan, StepPlan<N> at, Function<Class<?>, String> names) {
        GateAnswer entered = stored.entered() == null ? null : GateAnswer.read(stored.entered(), at, plan, names);
        GateState gateState = new GateState(new int[plan.size()], new @Nullable GateAnswer[plan.size()], entered);
        stored.visits().forEach((name, count) -> {
            StepPlan<N> step = plan.find(name);
            if (step != null) {
                gateState.visits[step.index] = count;
            }
        });
        stored.opened().forEach((name, answer) -> {
            StepPlan<N> step = plan.find(name);
            if (step != null) {
                gateState.open[step.index] = GateAnswer.read(answer, step, plan, names);
            }
        });
        return gateState.orNull();
    }

    /**
     * The stored form.
     *
     * @param names the stored names of types of answers
     */
    public Stored stored(GraphPlan<?> plan, Function<Class<?>, String> names) {
        Map<String, Integer> counted = new LinkedHashMap<>();
        Map<String, GateAnswer.Stored> opened = new LinkedHashMap<>();
        for (int i = 0; i < visits.length; i++) {
            if (visits[i] > 0) {
                counted.put(plan.step(i).name, visits[i]);
            }
            GateAnswer answer = open[i];
            if (answer != null) {
                opened.put(plan.step(i).name, answer.stored(names));
            }
        }
        return new Stored(counted, opened, entered == null ? null : entered.stored(names));
    }

    private static GateState copy(@Nullable GateState gateState, GraphPlan<?> plan) {
        return gateState == null
                ? new GateState(new int[plan.size()], new @Nullable GateAnswer[plan.size()], null)
                : new GateState(gateState.visits.clone(), gateState.open.clone(), gateState.entered);
    }

    private @Nullable GateState orNull() {
        for (int i = 0; i < visits.length; i++) {
            if (visits[i] > 0 || open[i] != null) {
                return this;
            }
        }
        return entered == null ? null : this;
    }
}
