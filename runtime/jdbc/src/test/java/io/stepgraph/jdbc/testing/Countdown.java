package io.stepgraph.jdbc.testing;

import io.stepgraph.runtime.Answered;
import io.stepgraph.runtime.StepContext;
import io.stepgraph.runtime.graph.Graph;
import io.stepgraph.runtime.graph.GraphSpec;
import io.stepgraph.runtime.graph.Transition;
import io.stepgraph.runtime.graph.ValueType;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** A graph of one step that is visited until nothing is left, and says each time how much is. */
public final class Countdown implements Graph<LongConsumer, Countdown.Left, Countdown.Said, Countdown.Step> {
    private static final GraphSpec<Step> SPEC = declared();

    public enum Step {
        COUNT
    }

    public record Left(int count) {}

    public record Said(int left) {}

    private static GraphSpec<Step> declared() {
        GraphSpec.Builder<Step> graph =
                GraphSpec.builder("countdown", "1", ValueType.of(Left.class), ValueType.of(Left.class));
        graph.customEvents(ValueType.of(Said.class))
                .step(Step.COUNT, "count")
                .to(Step.COUNT)
                .toEnd();
        return graph.build(Step.COUNT);
    }

    @Override
    public GraphSpec<Step> spec() {
        return SPEC;
    }

    /** The agent is told the visit, after the custom event. */
    @Override
    public Transition<Step, Left> enter(
            LongConsumer agent,
            Step step,
            Left state,
            @Nullable Object input,
            @Nullable Answered<?, ?> answered,
            StepContext<Said> context) {
        context.emit(new Said(state.count()));
        agent.accept(context.visit());
        return state.count() == 0 ? Transition.end() : Transition.goWith(Step.COUNT, new Left(state.count() - 1));
    }

    @Override
    public @Nullable Step route(Step interrupt, Object answer) {
        return null;
    }
}
