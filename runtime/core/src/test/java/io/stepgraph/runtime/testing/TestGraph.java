package io.stepgraph.runtime.testing;

import io.stepgraph.runtime.Answered;
import io.stepgraph.runtime.Ended;
import io.stepgraph.runtime.StepContext;
import io.stepgraph.runtime.graph.CalledAgent;
import io.stepgraph.runtime.graph.Graph;
import io.stepgraph.runtime.graph.GraphSpec;
import io.stepgraph.runtime.graph.StepBuilder;
import io.stepgraph.runtime.graph.Transition;
import io.stepgraph.runtime.graph.ValueType;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A graph written by hand, as the processor would generate it: steps from {@link Node} on a state {@code S}, with
 * custom events that are texts.
 *
 * <pre>{@code
 * TestGraph<Notes> graph = TestGraph.of(Notes.class)
 *         .step(FIRST, s -> s.to(SECOND), (notes, input, context) -> Transition.go(SECOND))
 *         .step(SECOND, s -> s.toEnd(), (notes, input, context) -> Transition.end());
 * }</pre>
 */
public final class TestGraph<S> implements Graph<Object, S, String, Node> {
    private final Map<Node, Consumer<StepBuilder<Node>>> specs = new EnumMap<>(Node.class);
    private final Map<Node, Body<S>> bodies = new EnumMap<>(Node.class);
    private final Map<Node, Joint<S>> joints = new EnumMap<>(Node.class);
    private final Map<Node, Router> routers = new EnumMap<>(Node.class);
    private final Map<Node, ValueType> questions = new EnumMap<>(Node.class);
    private final Map<Node, String> names = new EnumMap<>(Node.class);
    private final ValueType state;
    private ValueType output;
    private String name = "test";
    private String fingerprint = "print";
    private Node start = Node.FIRST;
    private ValueType customEvent = ValueType.of(String.class);
    private @Nullable GraphSpec<Node> spec;

    private TestGraph(ValueType state) {
        this.state = state;
        this.output = state;
    }

    public interface Body<S> {
        @Nullable Transition<Node, S> enter(S state, Object input, StepContext<String> context) throws Exception;
    }

    /** The work of a step before its transition. */
    public interface Work<S> {
        void on(S state, StepContext<String> context) throws Exception;
    }

    public interface Router {
        @Nullable Node route(Object answer);
    }

    /** Where a call leads. */
    public interface Joint<S> {
        @Nullable Transition<Node, S> join(List<Ended<?>> ends);
    }

    /** The name of a step unless a test gives it another one. */
    public static String name(Node node) {
        return node.name().toLowerCase(Locale.ROOT);
    }

    public static <S> TestGraph<S> of(Class<S> state) {
        return new TestGraph<>(ValueType.of(state));
    }

    /** Asked for when the graph is complete. */
    @Override
    public synchronized GraphSpec<Node> spec() {
        if (spec == null) {
            GraphSpec.Builder<Node> steps =
                    GraphSpec.<Node>builder(name, fingerprint, state, output).customEvents(customEvent);
            for (Node node : Node.values()) {
                String step = names.getOrDefault(node, name(node));
                ValueType question = questions.get(node);
                specs.getOrDefault(node, unused -> {})
                        .accept(question == null ? steps.step(node, step) : steps.interrupt(node, step, question));
            }
            spec = steps.build(start);
        }
        return spec;
    }

    @Override
    public Transition<Node, S> enter(
            Object agent,
            Node step,
            S state,
            @Nullable Object input,
            @Nullable Answered<?, ?> answered,
            StepContext<String> context)
            throws Exception {
        return bodies.get(step).enter(state, input, context);
    }

    @Override
    public @Nullable Node route(Node interrupt, Object answer) {
        return routers.get(interrupt).route(answer);
    }

    @Override
    public @Nullable Transition<Node, S> join(Node call, List<Ended<?>> ends) {
        return joints.get(call).join(ends);
    }

    /** A call, whose body gives the starts. */
    public TestGraph<S> calls(Node node, Consumer<StepBuilder<Node>> spec, Body<S> body, Joint<S> joint) {
        joints.put(node, joint);
        return step(node, spec, body);
    }

    /** This graph as an agent that another graph calls; a start is its state. */
    @SuppressWarnings("unchecked")
    public CalledAgent<Object, S, Node> agent(String agentName) {
        return new CalledAgent<>(agentName, this, agent -> agent, start -> (S) start, start -> null);
    }

    public TestGraph<S> step(Node node, Consumer<StepBuilder<Node>> spec, Body<S> body) {
        bodies.put(node, body);
        return with(() -> specs.put(node, spec));
    }

    public TestGraph<S> interrupt(
            Node node, Class<?> question, Consumer<StepBuilder<Node>> spec, Router router, Body<S> body) {
        questions.put(node, ValueType.of(question));
        routers.put(node, router);
        return step(node, spec, body);
    }

    /** A step that goes on at once. */
    public TestGraph<S> goes(Node from, Node to) {
        return goes(from, to, (state, context) -> {});
    }

    public TestGraph<S> goes(Node from, Node to, Work<S> work) {
        return step(from, s -> s.to(to), (state, input, context) -> {
            work.on(state, context);
            return Transition.go(to);
        });
    }

    /** A step that ends the run at once. */
    public TestGraph<S> ends(Node node) {
        return ends(node, (state, context) -> {});
    }

    public TestGraph<S> ends(Node node, Work<S> work) {
        return step(node, s -> s.toEnd(), (state, input, context) -> {
            work.on(state, context);
            return Transition.end();
        });
    }

    /** An interrupt that asks for one type of answer, and the step that every answer leads to. */
    public TestGraph<S> asks(Node node, Class<?> answer, Node to) {
        return asks(node, s -> s.to(to).answeredBy(ValueType.of(answer)), any -> to);
    }

    public TestGraph<S> asks(Node node, Consumer<StepBuilder<Node>> spec, Router router) {
        Graphs.Question question = new Graphs.Question("Pay?");
        return interrupt(
                node, Graphs.Question.class, spec, router, (state, input, context) -> Transition.ask(question));
    }

    /** A mailbox, and where its messages lead. */
    public TestGraph<S> listens(Node node, Consumer<StepBuilder<Node>> spec, Router router) {
        return mailbox(node, spec, router, (state, input, context) -> Transition.listen());
    }

    /** A mailbox, which does this before it takes a message. */
    public TestGraph<S> mailbox(Node node, Consumer<StepBuilder<Node>> spec, Router router, Body<S> body) {
        routers.put(node, router);
        return step(node, s -> spec.accept(s.mailbox()), body);
    }

    public TestGraph<S> output(Class<?> type) {
        return with(() -> output = ValueType.of(type));
    }

    public TestGraph<S> name(String graph) {
        return with(() -> name = graph);
    }

    public TestGraph<S> named(Node node, String method) {
        return with(() -> names.put(node, method));
    }

    /** Other custom events than texts; the body of a step has to cast its context. */
    public TestGraph<S> customEvents(Class<?> type) {
        return with(() -> customEvent = ValueType.of(type));
    }

    public TestGraph<S> fingerprint(String print) {
        return with(() -> fingerprint = print);
    }

    public TestGraph<S> start(Node node) {
        return with(() -> start = node);
    }

    private TestGraph<S> with(Runnable change) {
        if (spec != null) {
            throw new IllegalStateException("The graph is in use.");
        }
        change.run();
        return this;
    }

    /** This graph. */
    public TestGraph<S> build() {
        return this;
    }
}
