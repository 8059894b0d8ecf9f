package io.stepgraph.runtime.graph;

import io.stepgraph.runtime.Names;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A graph as it was declared: its steps, types, modes and edges. Generated code builds it once; it is immutable and
 * safe for use by many threads.
 *
 * @param <N> the enum of steps
 */
public final class GraphSpec<N extends Enum<N>> {
    private final String name;
    private final String fingerprint;
    private final N start;
    private final ValueType state;
    private final ValueType output;
    private final @Nullable ValueType customEvent;
    private final List<StepSpec<N>> steps;
    private final Map<String, StepSpec<N>> byName;

    private GraphSpec(Builder<N> builder, N start) {
        this.name = builder.name;
        this.fingerprint = builder.fingerprint;
        this.start = start;
        this.state = builder.state;
        this.output = builder.output;
        this.customEvent = builder.customEvents;
        List<StepSpec<N>> built = new ArrayList<>(builder.steps.size());
        for (StepBuilder<N> step : builder.steps) {
            built.add(step.build());
        }
        this.steps = List.copyOf(built);
        this.byName = new HashMap<>();
        for (StepSpec<N> step : steps) {
            claim(step.name(), step);
        }
        for (StepSpec<N> step : steps) {
            // No lambda: the first of a program costs it five milliseconds, and this is on the way to its first step.
            for (String former : step.formerly()) {
                claim(former, step);
            }
        }
    }

    private GraphSpec(GraphSpec<N> graph, String name) {
        this.name = name;
        this.fingerprint = graph.fingerprint;
        this.start = graph.start;
        this.state = graph.state;
        this.output = graph.output;
        this.customEvent = graph.customEvent;
        this.steps = graph.steps;
        this.byName = graph.byName;
    }

    private void claim(String stepName, StepSpec<N> step) {
        StepSpec<N> earlier = byName.putIfAbsent(stepName, step);
        if (earlier != null) {
            throw new IllegalArgumentException(
                    "In the graph '" + name + "' both '" + earlier.name() + "' and '"
                            + step.name() + "' have the name '" + stepName
                            + "', now or formerly, and a stored run can continue in one step only. Remove it from one of them.");
        }
    }

    /**
     * Begins a graph. Its steps are added in the order of the enum.
     *
     * @param name the stable name stored with every run
     * @param fingerprint a text that changes with every change of the graph
     * @param state the type of the state
     * @param output the type of the result
     * @param <N> the enum of steps
     * @return a builder
     */
    public static <N extends Enum<N>> Builder<N> builder(
            String name, String fingerprint, ValueType state, ValueType output) {
        return new Builder<>(name, fingerprint, state, output);
    }

    /**
     * Returns the same graph under another name.
     *
     * @param other the name, 1 to 200 characters
     * @throws IllegalArgumentException if the name is empty, too long, or not valid text
     */
    public GraphSpec<N> named(String other) {
        return new GraphSpec<>(this, Names.checked(other, "name", "The name of a graph"));
    }

    /** The stable name stored with every run of this graph. */
    public String name() {
        return name;
    }

    /** A text that changes with every change of the graph. */
    public String fingerprint() {
        return fingerprint;
    }

    /** Returns the step with which a run begins. */
    public N start() {
        return start;
    }

    /** The type of the state. */
    public ValueType state() {
        return state;
    }

    /** The type of the result. */
    public ValueType output() {
        return output;
    }

    /** The type of the custom events; null if the graph has none. */
    public @Nullable ValueType customEvent() {
        return customEvent;
    }

    /** Returns all steps; the index of each is the ordinal of its constant. */
    public List<StepSpec<N>> steps() {
        return steps;
    }

    /**
     * A step.
     *
     * @param step its constant
     * @return the declared graph
     */
    @SuppressWarnings("EnumOrdinal") // the steps are in the order of the enum, and this is on the path of every step
    public StepSpec<N> step(N step) {
        return steps.get(step.ordinal());
    }

    /**
     * Finds a step by its present or a former name.
     *
     * @param name the name
     * @return the step, or null if no step is or was called so
     */
    public @Nullable StepSpec<N> find(String name) {
        return byName.get(name);
    }

    /**
     * Builds a graph. For generated code.
     *
     * @param <N> the enum of steps
     */
    public static final class Builder<N extends Enum<N>> {
        private final String name;
        private final String fingerprint;
        private final ValueType state;
        private final ValueType output;
        private @Nullable ValueType customEvents;
        private final List<StepBuilder<N>> steps = new ArrayList<>();

        private Builder(String name, String fingerprint, ValueType state, ValueType output) {
            this.name = name;
            this.fingerprint = fingerprint;
            this.state = state;
            this.output = output;
        }

        /** The type of the custom events. */
        public Builder<N> customEvents(ValueType type) {
            this.customEvents = type;
            return this;
        }

        /** Adds a step. */
        public StepBuilder<N> step(N step, String method) {
            StepBuilder<N> added = new StepBuilder<>(step, method, null);
            steps.add(added);
            return added;
        }

        /** Adds an interrupt with the type of its question. */
        public StepBuilder<N> interrupt(N step, String method, ValueType question) {
            StepBuilder<N> added = new StepBuilder<>(step, method, question);
            steps.add(added);
            return added;
        }

        /**
         * The graph, with the step where a run begins.
         *
         * @throws IllegalArgumentException if a name, present or former, is given twice
         */
        public GraphSpec<N> build(N start) {
            return new GraphSpec<>(this, start);
        }
    }
}
