package io.stepgraph.processor.generate;

import com.palantir.javapoet.TypeName;
import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.model.StepModel;
import java.util.List;

/**
 * {@code declared}: the graph as data, built once by plain statements, since lambdas and streams would cost every program
 * that starts.
 */
final class SpecMethod implements Part {

    /** Steps a method, so that even a huge graph stays far from the limit of 64 KB. */
    private static final int CHUNK = 200;

    @Override
    public void addTo(Source definition, AgentTypes types) {
        definition.open("""

                private static $<$> declared() {
                """, Api.GRAPH_SPEC, types.steps());
        if (!types.complete()) {
            Definition.broken(definition);
            definition.close("}");
            return;
        }
        List<StepModel> steps = types.model().steps();
        addStart(definition, types);
        addSteps(definition, types, 0);
        for (int from = CHUNK; from < steps.size(); from += CHUNK) {
            definition.add("stepsFrom$(graph);", from);
        }
        definition.add("return graph.build($);", types.constant(types.model().startStep()));
        definition.close("}");
        for (int from = CHUNK; from < steps.size(); from += CHUNK) {
            definition.open("""

                    private static void stepsFrom$($.Builder<$> graph) {
                    """, from, Api.GRAPH_SPEC, types.steps());
            addSteps(definition, types, from);
            definition.close("}");
        }
    }

    private static void addStart(Source method, AgentTypes types) {
        AgentModel model = types.model();
        method.add(
                """
                $.Builder<$> graph = $.builder(
                        $, $, $, $);
                """,
                Api.GRAPH_SPEC,
                types.steps(),
                Api.GRAPH_SPEC,
                Literal.of(model.graphName()),
                Literal.of(types.fingerprint()),
                ValueTypes.of(types.state(), types),
                ValueTypes.of(types.output(), types));
        TypeName signal = types.signal();
        if (signal != null) {
            method.add("graph.signal($);", ValueTypes.of(signal, types));
        }
    }

    private static void addSteps(Source method, AgentTypes types, int from) {
        List<StepModel> steps = types.model().steps();
        steps.subList(from, Math.min(from + CHUNK, steps.size()))
                .forEach(step -> method.add("$;", new StepStatement(step, types).code()));
    }
}
