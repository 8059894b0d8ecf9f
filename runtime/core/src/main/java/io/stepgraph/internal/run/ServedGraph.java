package io.stepgraph.internal.run;

import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.graph.GraphSpec;
import io.stepgraph.runtime.graph.StepSpec;
import io.stepgraph.store.RunKey;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A graph whose runs a worker continues.
 *
 * @param name its stable name
 * @param steps the names of its steps, present and former
 * @param advance continues a run as far as possible without waiting; gives why its build refuses it as it stands
 */
public record ServedGraph(String name, Set<String> steps, Function<RunKey, @Nullable Refusal> advance) {

    /**
     * The refusal of a run.
     *
     * @param runNumber the run
     * @param revision its revision as it was left
     * @param why the error
     */
    public record Refusal(long runNumber, long revision, StepgraphException why) {}

    /** A graph with the steps of its spec. */
    public static ServedGraph of(GraphSpec<?> spec, Function<RunKey, @Nullable Refusal> advance) {
        Set<String> steps = new HashSet<>();
        for (StepSpec<?> step : spec.steps()) {
            steps.addAll(step.names());
        }
        return new ServedGraph(spec.name(), Set.copyOf(steps), advance);
    }
}
