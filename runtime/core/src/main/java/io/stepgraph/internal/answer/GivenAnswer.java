package io.stepgraph.internal.answer;

import io.stepgraph.internal.step.StepPlan;
import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.Ticket;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * An answer as a caller gives it.
 *
 * @param value gives the answer for the interrupt that asked, whose types are needed to read JSON
 * @param actor who answers; null if nobody said
 */
public record GivenAnswer<N extends Enum<N>>(
        Ticket ticket,
        Function<StepPlan<N>, Object> value,
        @Nullable Actor actor) {}
