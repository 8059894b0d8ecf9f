package io.stepgraph.micrometer;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.hook.RunObserver;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Measures what an engine executes. Give it to {@code observer} of a runner's or a worker's builder.
 *
 * <ul>
 *   <li>{@code stepgraph.run}: a timer of each execution of a run in this process, until the run pauses or ends; tags
 *       {@code graph} and {@code outcome} (completed, failed, cancelled, asked, parked, waiting, released,
 *       lease_lost)
 *   <li>{@code stepgraph.step}: a timer of each attempt of a step, without the commit; tags {@code graph},
 *       {@code step}, {@code outcome} (returned, failed, void) and {@code exception}, the simple name of its class or
 *       none
 *   <li>{@code stepgraph.effect}: a timer of each effect, ledger included; tags {@code graph}, {@code step}, {@code
 *       effect}, its name, and {@code outcome} (performed, stored, failed, void)
 *   <li>{@code stepgraph.lease.lost}: a counter of the runs that this process lost to another; tag {@code graph}
 * </ul>
 *
 * <p>No tag has the id of a run. Safe for use by many threads.
 */
public final class MicrometerObserver implements RunObserver {
    private static final String GRAPH = "graph";
    private static final String STEP = "step";
    private static final String OUTCOME = "outcome";

    private final MeterRegistry registry;

    /**
     * An observer.
     *
     * @param registry takes the meters
     */
    public MicrometerObserver(MeterRegistry registry) {
        this.registry = Objects.requireNonNull(registry, "registry");
    }

    @Override
    public void happened(RunEvent event) {}

    @Override
    public ExecutionScope executes(ExecutedRun run) {
        return new Execution(run.graph(), Timer.start(registry));
    }

    private static String tag(Enum<?> outcome) {
        return outcome.name().toLowerCase(Locale.ROOT);
    }

    private final class Execution implements ExecutionScope {
        private final String graph;
        private final Timer.Sample begun;

        Execution(String graph, Timer.Sample begun) {
            this.graph = graph;
            this.begun = begun;
        }

        @Override
        public StepScope step(String step, long visit, int attempt) {
            return new Step(graph, step, Timer.start(registry));
        }

        @Override
        public void ended(ExecutionOutcome outcome) {
            begun.stop(registry.timer("stepgraph.run", GRAPH, graph, OUTCOME, tag(outcome)));
            if (outcome == ExecutionOutcome.LEASE_LOST) {
                registry.counter("stepgraph.lease.lost", GRAPH, graph).increment();
            }
        }
    }

    private final class Step implements StepScope {
        private final String graph;
        private final String step;
        private final Timer.Sample begun;

        Step(String graph, String step, Timer.Sample begun) {
            this.graph = graph;
            this.step = step;
            this.begun = begun;
        }

        @Override
        public EffectScope effect(String name, String item) {
            Timer.Sample asked = Timer.start(registry);
            return (outcome, thrown) -> asked.stop(registry.timer(
                    "stepgraph.effect", GRAPH, graph, STEP, step, "effect", name, OUTCOME, tag(outcome)));
        }

        @Override
        public void ended(StepOutcome outcome, @Nullable Throwable thrown) {
            String exception = thrown != null && outcome == StepOutcome.FAILED
                    ? thrown.getClass().getSimpleName()
                    : "none";
            begun.stop(registry.timer(
                    "stepgraph.step", GRAPH, graph, STEP, step, OUTCOME, tag(outcome), "exception", exception));
        }
    }
}
