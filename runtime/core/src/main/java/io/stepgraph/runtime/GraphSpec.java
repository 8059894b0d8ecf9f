package io.stepgraph.runtime;

import io.stepgraph.PermissionMode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A graph as it was declared: its steps, types, modes and edges. Generated code builds it once; it is immutable and safe
 * for use by many threads.
 *
 * @param <N> the enum of steps
 */
public final class GraphSpec<N extends Enum<N>> {
    private final String name;
    private final String fingerprint;
    private final N start;
    private final ValueType state;
    private final ValueType output;
    private final @Nullable ValueType signal;
    private final List<StepSpec<N>> steps;
    private final Map<String, StepSpec<N>> byName = new HashMap<>();

    private GraphSpec(Builder<N> builder, N start) {
        this.name = builder.name;
        this.fingerprint = builder.fingerprint;
        this.start = start;
        this.state = builder.state;
        this.output = builder.output;
        this.signal = builder.signal;
        List<StepSpec<N>> built = new ArrayList<>(builder.steps.size());
        for (StepBuilder<N> step : builder.steps) {
            built.add(step.build());
        }
        this.steps = List.copyOf(built);
        for (StepSpec<N> step : steps) {
            // No lambda: the first of a program costs it five milliseconds, and this is on the way to its first step.
            for (String former : step.formerly()) {
                byName.put(former, step);
            }
        }
        for (StepSpec<N> step : steps) {
            byName.put(step.name(), step);
        }
    }

    /**
     * Begins a graph. Its steps are added in the order of the enum.
     *
     * @param name the stable name stored with every run
     * @param fingerprint what changes whenever the graph does
     * @param state the type of the state
     * @param output the type of the result
     * @param <N> the enum of steps
     * @return a builder
     */
    public static <N extends Enum<N>> Builder<N> builder(
            String name, String fingerprint, ValueType state, ValueType output) {
        return new Builder<>(name, fingerprint, state, output);
    }

    /** The stable name stored with every run of this graph. */
    public String name() {
        return name;
    }

    /** What changes whenever the graph does. */
    public String fingerprint() {
        return fingerprint;
    }

    /** Where a run begins. */
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

    /** The type of the signals; null if the graph has none. */
    public @Nullable ValueType signal() {
        return signal;
    }

    /** All steps; the index of each is the ordinal of its constant. */
    public List<StepSpec<N>> steps() {
        return steps;
    }

    /**
     * A step.
     *
     * @param step its constant
     * @return what was declared
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
        private @Nullable ValueType signal;
        private final List<StepBuilder<N>> steps = new ArrayList<>();

        private Builder(String name, String fingerprint, ValueType state, ValueType output) {
            this.name = name;
            this.fingerprint = fingerprint;
            this.state = state;
            this.output = output;
        }

        /** The type of the signals. */
        public Builder<N> signal(ValueType type) {
            this.signal = type;
            return this;
        }

        /** Adds a step. */
        public StepBuilder<N> step(N step, String method) {
            StepBuilder<N> added = new StepBuilder<>(step, method, null);
            steps.add(added);
            return added;
        }

        /** Adds an interrupt, with what it asks. */
        public StepBuilder<N> interrupt(N step, String method, ValueType question) {
            StepBuilder<N> added = new StepBuilder<>(step, method, question);
            steps.add(added);
            return added;
        }

        /** The graph, with the step where a run begins. */
        public GraphSpec<N> build(N start) {
            return new GraphSpec<>(this, start);
        }
    }

    /**
     * Builds one step. For generated code.
     *
     * @param <N> the enum of steps
     */
    public static final class StepBuilder<N extends Enum<N>> {
        private final N step;
        private final String name;
        private final @Nullable ValueType question;
        private final Set<N> next;
        private List<String> formerly = List.of();
        private boolean end;
        private @Nullable ValueType input;
        private List<ValueType> answers = List.of();
        private @Nullable Duration expires;
        private PermissionMode mode = PermissionMode.PLAN;
        private @Nullable Duration timeout;
        private @Nullable RetryPolicy retry;
        private @Nullable N onFailure;
        private StepSpec.@Nullable Gate<N> gate;
        private StepSpec.@Nullable MaxVisits<N> maxVisits;

        private StepBuilder(N step, String name, @Nullable ValueType question) {
            this.step = Objects.requireNonNull(step);
            this.name = name;
            this.question = question;
            this.next = EnumSet.noneOf(step.getDeclaringClass());
        }

        /** Where it may go. */
        @SafeVarargs
        @SuppressWarnings("varargs")
        public final StepBuilder<N> to(N... targets) {
            next.addAll(Arrays.asList(targets));
            return this;
        }

        /** It may end the run. */
        public StepBuilder<N> toEnd() {
            end = true;
            return this;
        }

        /** What it takes. */
        public StepBuilder<N> takes(ValueType type) {
            input = type;
            return this;
        }

        /** What answers it. */
        public StepBuilder<N> answeredBy(ValueType... types) {
            answers = List.of(types);
            return this;
        }

        /** How long an answer is waited for. */
        public StepBuilder<N> expires(long millis) {
            expires = Duration.ofMillis(millis);
            return this;
        }

        /** The least mode it may be executed in. */
        public StepBuilder<N> requires(PermissionMode least) {
            mode = least;
            return this;
        }

        /** How long an attempt may take. */
        public StepBuilder<N> timeout(long millis) {
            timeout = Duration.ofMillis(millis);
            return this;
        }

        /** How it is retried. */
        @SafeVarargs
        @SuppressWarnings("varargs")
        public final StepBuilder<N> retry(
                int attempts,
                long backoffMillis,
                double factor,
                long maxBackoffMillis,
                double jitter,
                Class<? extends Throwable>... on) {
            retry = new RetryPolicy(attempts, backoffMillis, factor, maxBackoffMillis, jitter, List.of(on));
            return this;
        }

        /** The step that takes over when it has failed. */
        public StepBuilder<N> onFailure(N target) {
            onFailure = target;
            return this;
        }

        /** What must have been answered before it is entered. */
        public StepBuilder<N> gatedBy(N interrupt, Class<?>... opening) {
            gate = new StepSpec.Gate<>(interrupt, List.of(opening));
            return this;
        }

        /** How often it may be visited between two answers. */
        public StepBuilder<N> maxVisits(int times, N then) {
            maxVisits = new StepSpec.MaxVisits<>(times, then);
            return this;
        }

        /** Its earlier names. */
        public StepBuilder<N> formerly(String... names) {
            formerly = List.of(names);
            return this;
        }

        private StepSpec<N> build() {
            return new StepSpec<>(
                    step,
                    name,
                    formerly,
                    Set.copyOf(next),
                    end,
                    input,
                    question,
                    answers,
                    expires,
                    mode,
                    timeout,
                    retry,
                    onFailure,
                    gate,
                    maxVisits);
        }
    }
}
