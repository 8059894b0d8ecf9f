package io.stepgraph.internal.step;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.stepgraph.runtime.Ended;
import io.stepgraph.runtime.graph.StepSpec;
import io.stepgraph.store.AnswerRule;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The answer, or the result of a call, that opens the gate of a step: on record until the step is entered, and then
 * with that visit, so that a park, a retry, a takeover and a fork find it (A2).
 *
 * @param interrupt the name of the interrupt that asked, or of the call
 * @param opening the type by which it opens the gate; null if the gate of this build does not accept it
 * @param name the stored name of that type; null if this process has taken the answer
 * @param visit the visit of the question
 * @param by who answered; null if nobody said
 * @param earlier who answered the interrupts behind whose gates this question stood, by their names; empty if nobody
 *     said (W4)
 * @param stored the question and the answer; null unless the step takes them
 */
public record GateAnswer(
        String interrupt,
        @Nullable Class<?> opening,
        @Nullable String name,
        long visit,
        @Nullable String by,
        Map<String, String> earlier,
        @Nullable StoredAnswer stored) {

    /**
     * The stored form.
     *
     * @param interrupt the name of the interrupt that asked
     * @param answer the name of the type of the answer
     * @param visit the visit of the question
     * @param by who answered; null if nobody said
     * @param earlier who answered before; null if nobody had to, or an earlier build did not keep it
     * @param stored the question and the answer; null unless the step takes them
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Encoded(
            String interrupt,
            String answer,
            long visit,
            @Nullable String by,
            @Nullable Map<String, String> earlier,
            @Nullable StoredAnswer stored) {
        /** Checks that no part is missing. */
        public Encoded {
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
            Encoded stored, StepPlan<N> gated, GraphPlan<N> plan, Function<Class<?>, String> names) {
        StepPlan<N> interrupt = plan.find(stored.interrupt);
        StepSpec.Gate<N> gate = gated.spec.gate();
        Class<?> opening = null;
        Map<String, String> earlier = new TreeMap<>();
        if (stored.earlier != null) {
            stored.earlier.forEach((asked, by) -> earlier.put(present(asked, plan), Objects.requireNonNull(by)));
        }
        if (gate != null && interrupt != null && gate.interrupt() == interrupt.step) {
            for (Class<?> type : types(gate)) {
                if (names.apply(type).equals(stored.answer)) {
                    opening = type;
                }
            }
        }
        return new GateAnswer(
                present(stored.interrupt, plan),
                opening,
                stored.answer,
                stored.visit,
                stored.by,
                earlier,
                stored.stored);
    }

    /** The types that open a gate; that of every end without a failure, for a call whose result has no variants. */
    static List<Class<?>> types(StepSpec.Gate<?> gate) {
        return gate.answers().isEmpty() ? List.of(Ended.Completed.class) : gate.answers();
    }

    /** The name that this build has for an interrupt. */
    private static String present(String interrupt, GraphPlan<?> plan) {
        StepPlan<?> known = plan.find(interrupt);
        return known == null ? interrupt : known.name;
    }

    /** Returns who has answered along the gates, up to and with this answer, by the names of the interrupts. */
    public Map<String, String> answerers() {
        Map<String, String> all = new TreeMap<>(earlier);
        all.put(interrupt, by == null ? AnswerRule.ANYBODY : by);
        return all;
    }

    Encoded stored(Function<Class<?>, String> names) {
        return new Encoded(
                interrupt,
                name == null ? names.apply(Objects.requireNonNull(opening)) : name,
                visit,
                by,
                earlier.isEmpty() ? null : earlier,
                stored);
    }
}
