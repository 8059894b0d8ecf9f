package io.stepgraph.internal.step;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.stepgraph.runtime.graph.StepSpec;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The answer that opens the gate of a step: on record until the step is entered, and then with that visit, so that a park, a
 * retry, a takeover and a fork find it (A2).
 *
 * @param interrupt the name of the interrupt that asked
 * @param opening the type by which it opens the gate; null if the gate of this build does not accept it
 * @param name the stored name of that type; null if this process has taken the answer
 * @param visit the visit of the question
 * @param by who answered; null if nobody said
 * @param stored the question and the answer; null unless the step takes them
 */
public record GateAnswer(
        String interrupt,
        @Nullable Class<?> opening,
        @Nullable String name,
        long visit,
        @Nullable String by,
        @Nullable StoredAnswer stored) {

    /**
     * The stored form.
     *
     * @param interrupt the name of the interrupt that asked
     * @param answer the name of the type of the answer
     * @param visit the visit of the question
     * @param by who answered; null if nobody said
     * @param stored the question and the answer; null unless the step takes them
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Stored(
            String interrupt,
            String answer,
            long visit,
            @Nullable String by,
            @Nullable StoredAnswer stored) {
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
                interrupt == null ? stored.interrupt : interrupt.name,
                opening,
                stored.answer,
                stored.visit,
                stored.by,
                stored.stored);
    }

    Stored stored(Function<Class<?>, String> names) {
        return new Stored(
                interrupt, name == null ? names.apply(Objects.requireNonNull(opening)) : name, visit, by, stored);
    }
}
