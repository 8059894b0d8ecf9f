package io.stepgraph.runtime.step.plan;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.stepgraph.runtime.graph.StepSpec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The counts of a graph's own rules, by index of the step: visits of bounded steps since the last answer, and gates that an
 * answer has opened. Null stands for nothing of it. Immutable.
 */
public final class GateState {
    private final int[] visits;
    private final boolean[] open;

    private GateState(int[] visits, boolean[] open) {
        this.visits = visits;
        this.open = open;
    }

    /**
     * The stored form.
     *
     * @param visits visits by name of the bounded step
     * @param open gated steps whose gate is open
     */
    @JsonInclude
    public record Stored(Map<String, Integer> visits, List<String> open) {
        /** Missing parts are empty. */
        public Stored {
            visits = visits == null ? Map.of() : visits;
            open = open == null ? List.of() : open;
            visits.values().forEach(Objects::requireNonNull);
            open.forEach(Objects::requireNonNull);
        }
    }

    /**
     * Whether a graph keeps count of a step. Asked when a plan is made, which loads this class before HotSpot compiles the loop:
     * it does not inline a method with an unloaded class in its signature.
     */
    static boolean areKeptOf(StepSpec<?> step) {
        return step.gate() != null || step.maxVisits() != null;
    }

    static int visits(@Nullable GateState gateState, StepPlan<?> step) {
        return gateState == null ? 0 : gateState.visits[step.index];
    }

    static boolean isOpen(@Nullable GateState gateState, StepPlan<?> step) {
        return gateState != null && gateState.open[step.index];
    }

    /** One visit more of a bounded step. */
    static GateState visited(@Nullable GateState gateState, StepPlan<?> step, GraphPlan<?> plan) {
        GateState copy = copy(gateState, plan);
        copy.visits[step.index]++;
        return copy;
    }

    /** The gate of a step opened, or closed. */
    static @Nullable GateState gate(
            @Nullable GateState gateState, StepPlan<?> step, boolean isOpen, GraphPlan<?> plan) {
        if (isOpen(gateState, step) == isOpen) {
            return gateState;
        }
        GateState copy = copy(gateState, plan);
        copy.open[step.index] = isOpen;
        return copy.orNull();
    }

    /** No visits counted any more, since a question was answered. */
    static @Nullable GateState answered(@Nullable GateState gateState, GraphPlan<?> plan) {
        return gateState == null ? null : new GateState(new int[plan.size()], gateState.open).orNull();
    }

    /** Reads the stored form; steps that this build does not have are left out. */
    public static @Nullable GateState read(Stored stored, GraphPlan<?> plan) {
        GateState gateState = copy(null, plan);
        stored.visits().forEach((name, count) -> {
            StepPlan<?> step = plan.find(name);
            if (step != null) {
                gateState.visits[step.index] = count;
            }
        });
        stored.open().forEach(name -> {
            StepPlan<?> step = plan.find(name);
            if (step != null) {
                gateState.open[step.index] = true;
            }
        });
        return gateState.orNull();
    }

    public Stored stored(GraphPlan<?> plan) {
        Map<String, Integer> counted = new LinkedHashMap<>();
        List<String> opened = new ArrayList<>();
        for (int i = 0; i < visits.length; i++) {
            if (visits[i] > 0) {
                counted.put(plan.step(i).name, visits[i]);
            }
            if (open[i]) {
                opened.add(plan.step(i).name);
            }
        }
        return new Stored(counted, opened);
    }

    private static GateState copy(@Nullable GateState gateState, GraphPlan<?> plan) {
        return gateState == null
                ? new GateState(new int[plan.size()], new boolean[plan.size()])
                : new GateState(gateState.visits.clone(), gateState.open.clone());
    }

    private @Nullable GateState orNull() {
        for (int i = 0; i < visits.length; i++) {
            if (visits[i] > 0 || open[i]) {
                return this;
            }
        }
        return null;
    }
}
