package io.stepgraph.runtime.execute;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.stepgraph.PermissionMode;
import io.stepgraph.runtime.StepFailure;
import io.stepgraph.runtime.ValueType;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.PropertyNamingStrategy;
import tools.jackson.databind.annotation.JsonNaming;

/**
 * A machine's run as it is saved.
 *
 * @param stopReason where it rests
 * @param reason why it is parked
 * @param required the mode that the step of a parked run requires; null if a hook holds it back
 * @param value the question or the result; null if the state is the result
 */
@JsonInclude // always and by these names, whatever the user has customised
@JsonNaming(PropertyNamingStrategy.class)
record Snapshot<S, I, V>(
        String graph,
        String fingerprint,
        Kind stopReason,
        @Nullable String step,
        long visit,
        long budgetStartVisit,
        GateState.@Nullable Stored gateState,
        @Nullable String reason,
        @Nullable PermissionMode required,
        @Nullable StepFailure failure,
        @Nullable S state,
        @Nullable I input,
        @Nullable V value) {

    /** Where it rests. */
    enum Kind {
        NEW,
        ASKED,
        PARKED,
        COMPLETED,
        FAILED
    }

    /** As much of it as tells the types of the rest. */
    @JsonInclude
    @JsonNaming(PropertyNamingStrategy.class)
    record Head(String graph, Kind stopReason, @Nullable String step) {}

    /** What stands for the type of a value that is not there. */
    private static final ValueType NOTHING = ValueType.of(String.class);

    /** The type of a snapshot. */
    static <N extends Enum<N>> ValueType type(GraphPlan<N> plan, Kind rest, @Nullable StepPlan<N> step) {
        ValueType input = step == null ? null : step.spec.input();
        ValueType value = rest == Kind.COMPLETED
                ? plan.spec.output()
                : rest == Kind.ASKED && step != null ? step.spec.question() : null;
        return ValueType.of(
                Snapshot.class, plan.spec.state(), input == null ? NOTHING : input, value == null ? NOTHING : value);
    }
}
