package io.stepgraph.runtime.graph;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The next step that a step chose. The processor writes a subclass {@code <Method>Next} for every step that has a
 * choice, with a factory for each of its transitions; nobody else needs to. Immutable; equal to another choice of the
 * same transition.
 *
 * @param <N> the enum of steps
 * @param <S> the state
 */
public abstract class Choice<N extends Enum<N>, S> {
    // Not visible to subclasses: they have a method for each step, which may have any name but "end", "fail", "with".
    public final Transition<N, S> transition;

    /**
     * A choice.
     *
     * @param transition the chosen transition
     */
    protected Choice(Transition<N, S> transition) {
        this.transition = Objects.requireNonNull(transition, "transition");
    }

    /**
     * The transition of a choice, with a new state.
     *
     * @param choice the choice
     * @param state the new state of the run
     * @param <N> the enum of steps
     * @param <S> the state
     * @return the transition
     */
    protected static <N extends Enum<N>, S> Transition<N, S> with(Choice<N, S> choice, S state) {
        return choice.transition.with(state);
    }

    @Override
    public final boolean equals(@Nullable Object other) {
        return other instanceof Choice<?, ?> choice && transition.equals(choice.transition);
    }

    @Override
    public final int hashCode() {
        return transition.hashCode();
    }

    @Override
    public final String toString() {
        return transition.toString();
    }
}
