package io.stepgraph.processor.model;

import java.util.List;
import java.util.stream.Stream;
import javax.lang.model.type.TypeMirror;
import org.jspecify.annotations.Nullable;

/**
 * The parameters of a step, {@code (S state [, I input] [, Answered<Q, A> answered] [, StepContext<E> context])};
 * behind an {@code exactly} gate without the first two.
 *
 * @param customEvent {@code E}, or null for {@code StepContext<?>} and where there is no context
 * @param surplus parameters that fit nowhere
 * @param hasOtherState whether the state is of another type than that of the graph, so that the input is unsure
 * @param misplaced the first that stands where another belongs; null if they are in order
 */
public record Signature(
        @Nullable Parameter state,
        @Nullable Parameter input,
        @Nullable AnsweredParameter answered,
        @Nullable Parameter context,
        @Nullable TypeMirror customEvent,
        List<Parameter> surplus,
        boolean hasOtherState,
        @Nullable Parameter misplaced) {

    /** Returns the parameters that are present, in the order in which they belong. */
    public Stream<Parameter> parameters() {
        return Stream.of(state, input, answered == null ? null : answered.parameter(), context)
                .flatMap(Stream::<Parameter>ofNullable);
    }
}
