package io.stepgraph.runtime.execute;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.stepgraph.runtime.StepSpec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a graph's own rules keep count of, by index of the step: visits of bounded steps since the last answer, and gates
 * that an answer has opened. Null stands for nothing of it. Immutable.
 */
final class Marks {
    private final int[] visits;
    private final boolean[] open;

    private Marks(int[] visits, boolean[] open) {
        this.visits = visits;
        this.open = open;
    }

    /**
     * As it is stored.
     *
     * @param visits visits by name of the bounded step
     * @param open gated steps whose gate is open
     */
    @JsonInclude
    record Stored(Map<String, Integer> visits, List<String> open) {
        /** Missing parts are empty. */
        Stored {
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

    static int visits(@Nullable Marks marks, StepPlan<?> step) {
        return marks == null ? 0 : marks.visits[step.index];
    }

    static boolean isOpen(@Nullable Marks marks, StepPlan<?> step) {
        return marks != null && marks.open[step.index];
    }

    /** One visit more of a bounded step. */
    static Marks visited(@Nullable Marks marks, StepPlan<?> step, GraphPlan<?> plan) {
        Marks copy = copy(marks, plan);
        copy.visits[step.index]++;
        return copy;
    }

    /** The gate of a step opened, or closed. */
    static @Nullable Marks gate(@Nullable Marks marks, StepPlan<?> step, boolean isOpen, GraphPlan<?> plan) {
        if (isOpen(marks, step) == isOpen) {
            return marks;
        }
        Marks copy = copy(marks, plan);
        copy.open[step.index] = isOpen;
        return copy.orNull();
    }

    /** No visits counted any more, since a question was answered. */
    static @Nullable Marks answered(@Nullable Marks marks, GraphPlan<?> plan) {
        return marks == null ? null : new Marks(new int[plan.size()], marks.open).orNull();
    }

    /** What was stored, as far as this build has the steps. */
    static @Nullable Marks read(Stored stored, GraphPlan<?> plan) {
        Marks marks = copy(null, plan);
        stored.visits().forEach((name, count) -> {
            StepPlan<?> step = plan.find(name);
            if (step != null) {
                marks.visits[step.index] = count;
            }
        });
        stored.open().forEach(name -> {
            StepPlan<?> step = plan.find(name);
            if (step != null) {
                marks.open[step.index] = true;
            }
        });
        return marks.orNull();
    }

    Stored stored(GraphPlan<?> plan) {
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

    private static Marks copy(@Nullable Marks marks, GraphPlan<?> plan) {
        return marks == null
                ? new Marks(new int[plan.size()], new boolean[plan.size()])
                : new Marks(marks.visits.clone(), marks.open.clone());
    }

    private @Nullable Marks orNull() {
        for (int i = 0; i < visits.length; i++) {
            if (visits[i] > 0 || open[i]) {
                return this;
            }
        }
        return null;
    }
}
