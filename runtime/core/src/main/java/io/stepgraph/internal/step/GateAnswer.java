package io.stepgraph.internal.step;

import io.stepgraph.runtime.graph.StepSpec;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The answer that opens the gate of a step: on record until the step is entered, and then with that visit.
 *
 * @param interrupt the name of the interrupt that asked
 * @param opening the type by which it opens the gate; null if the gate of this build does not accept it
 * @param name the stored name of that type; null if this process has taken the answer
 * @param visit the visit of the question
 */
public record GateAnswer(
        String interrupt,
        @Nullable Class<?> opening,
        @Nullable String name,
        long visit) {

    /**
     * The stored form.
     *
     * @param interrupt the name of the interrupt that asked
     * @param answer the name of the type of the answer
     * @param visit the visit of the question
     */
    public record Stored(String interrupt, String answer, long visit) {
        /** No part is missing. */
        public Stored {
            Objects.requireNonNull(interrupt);
            Objects.requireNonNull(answer);
        }
    }

    /**
     * Reads the stored form. The gate of this build has to be that of the same interrupt and to name the same type.
     *
     * @param names the stored names of types
     */
    static <N extends Enum<N>> GateAnswer read(
            Stored stored, StepPlan<N> gated, GraphPlan<N> plan, Function<Class<?>, String> names) {
        StepPlan<N> interrupt = plan.find(stored.interrupt);
        StepSpec.Gate<N> gate = gated.spec.gate();
        Class<?> opening = null;
        if (gate != null && interrupt != null && gate.interrupt() == interrupt.step) {
            for (Class<?> type : gate.answers()) {
                if (names.apply(type).equals(stored.answer)) {
                    opening = type;
                }
            }
        }
        return new GateAnswer(
                interrupt == null ? stored.interrupt : interrupt.name, opening, stored.answer, stored.visit);
    }

    Stored stored(Function<Class<?>, String> names) {
        return new Stored(interrupt, name == null ? names.apply(Objects.requireNonNull(opening)) : name, visit);
    }
}
