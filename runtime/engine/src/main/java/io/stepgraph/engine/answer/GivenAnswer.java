package io.stepgraph.engine.answer;

import io.stepgraph.runtime.Ticket;
import io.stepgraph.runtime.step.plan.StepPlan;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * An answer as a caller gives it.
 *
 * @param value gives the answer for the interrupt that asked, whose types are needed to read JSON
 * @param by who answers; null if nobody said
 */
public record GivenAnswer<N extends Enum<N>>(
        Ticket ticket,
        Function<StepPlan<N>, Object> value,
        @Nullable String by) {}
