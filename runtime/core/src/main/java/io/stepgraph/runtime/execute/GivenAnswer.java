package io.stepgraph.runtime.execute;

import io.stepgraph.runtime.Ticket;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * An answer as a caller gives it.
 *
 * @param value gives the answer for the interrupt that asked, which tells how to read JSON
 * @param by who answers; null if nobody said
 */
record GivenAnswer<N extends Enum<N>>(
        Ticket ticket,
        Function<StepPlan<N>, Object> value,
        @Nullable String by) {}
