package io.stepgraph.runtime.testing;

import io.stepgraph.runtime.StepContext;
import io.stepgraph.runtime.graph.Graph;
import io.stepgraph.runtime.graph.GraphSpec;
import io.stepgraph.runtime.graph.StepBuilder;
import io.stepgraph.runtime.graph.Transition;
import io.stepgraph.runtime.graph.ValueType;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A graph written by hand, as the processor would generate it: steps from {@link Node} on a state {@code S}, with custom events
 * that are texts.
 *
 * <pre>{@code
 * TestGraph<Notes> graph = TestGraph.of(Notes.class)
 *         .step(FIRST, s -> s.to(SECOND), (notes, input, context) -> Transition.go(SECOND))
 *         .step(SECOND, s -> s.toEnd(), (notes, input, context) -> Transition.end())
 *         .build();
 * }</pre>
 */
public final class TestGraph<S> implements Graph<Object, S, String, Node> {
    private final GraphSpec<Node> spec;
    private final Map<Node, Body<S>> bodies;
    private final Map<Node, Router> routers;

    private TestGraph(Builder<S> builder) {
        this.bodies = new EnumMap<>(builder.bodies);
        this.routers = new EnumMap<>(builder.routers);
        GraphSpec.Builder<Node> steps = GraphSpec.<Node>builder(
                        builder.name, builder.fingerprint, builder.state, builder.output)
                .customEvents(builder.customEvent);
        for (Node node : Node.values()) {
            String name = builder.names.getOrDefault(node, name(node));
            ValueType question = builder.questions.get(node);
            StepBuilder<Node> step = question == null ? steps.step(node, name) : steps.interrupt(node, name, question);
            builder.specs.getOrDefault(node, unused -> {}).accept(step);
        }
        this.spec = steps.build(builder.start);
    }

    public interface Body<S> {
        @Nullable Transition<Node, S> enter(S state, Object input, StepContext<String> context) throws Exception;
    }

    public interface Router {
        @Nullable Node route(Object answer);
    }

    /** The name of a step unless a test gives it another one. */
    public static String name(Node node) {
        return node.name().toLowerCase(Locale.ROOT);
    }

    public static <S> Builder<S> of(Class<S> state) {
        return new Builder<>(ValueType.of(state));
    }

    @Override
    public GraphSpec<Node> spec() {
        return spec;
    }

    @Override
    public Transition<Node, S> enter(
            Object agent, Node step, S state, @Nullable Object input, StepContext<String> context) throws Exception {
        return bodies.get(step).enter(state, input, context);
    }

    @Override
    public @Nullable Node route(Node interrupt, Object answer) {
        return routers.get(interrupt).route(answer);
    }

    public static final class Builder<S> {
        private final Map<Node, Consumer<StepBuilder<Node>>> specs = new EnumMap<>(Node.class);
        private final Map<Node, Body<S>> bodies = new EnumMap<>(Node.class);
        private final Map<Node, Router> routers = new EnumMap<>(Node.class);
        private final Map<Node, ValueType> questions = new EnumMap<>(Node.class);
        private final Map<Node, String> names = new EnumMap<>(Node.class);
        private final ValueType state;
        private ValueType output;
        private String name = "test";
        private String fingerprint = "print";
        private Node start = Node.FIRST;
        private ValueType customEvent = ValueType.of(String.class);

        private Builder(ValueType state) {
            this.state = state;
            this.output = state;
        }

        public Builder<S> step(Node node, Consumer<StepBuilder<Node>> spec, Body<S> body) {
            specs.put(node, spec);
            bodies.put(node, body);
            return this;
        }

        public Builder<S> interrupt(
                Node node, Class<?> question, Consumer<StepBuilder<Node>> spec, Router router, Body<S> body) {
            questions.put(node, ValueType.of(question));
            routers.put(node, router);
            return step(node, spec, body);
        }

        public Builder<S> output(Class<?> type) {
            output = ValueType.of(type);
            return this;
        }

        public Builder<S> name(String graph) {
            name = graph;
            return this;
        }

        public Builder<S> named(Node node, String method) {
            names.put(node, method);
            return this;
        }

        /** Other custom events than texts; the body of a step has to cast its context. */
        public Builder<S> customEvents(Class<?> type) {
            customEvent = ValueType.of(type);
            return this;
        }

        public Builder<S> fingerprint(String print) {
            fingerprint = print;
            return this;
        }

        public Builder<S> start(Node node) {
            start = node;
            return this;
        }

        public TestGraph<S> build() {
            return new TestGraph<>(this);
        }
    }
}
