package io.stepgraph.processor.generate;

import com.palantir.javapoet.TypeName;
import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.model.StepModel;
import java.util.ArrayList;
import java.util.List;

/**
 * {@code declared}: the graph as data, built once by plain statements, since lambdas and streams would cost every program
 * that starts.
 */
final class SpecMethod implements Part {

    /** Text a method: no character of these statements makes more than two bytes of code, of which 64 KB are the limit. */
    private static final int CHUNK = 30_000;

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
        List<List<String>> chunks = chunks(types);
        addStart(definition, types);
        addSteps(definition, chunks.get(0));
        for (int i = 1; i < chunks.size(); i++) {
            definition.add("steps$(graph);", i);
        }
        definition.add("return graph.build($);", types.constant(types.model().startStep()));
        definition.close("}");
        for (int i = 1; i < chunks.size(); i++) {
            definition.open("""

                    private static void steps$($.Builder<$> graph) {
                    """, i, Api.GRAPH_SPEC, types.steps());
            addSteps(definition, chunks.get(i));
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

    /** The statements of all steps, a list for each method. */
    private static List<List<String>> chunks(AgentTypes types) {
        List<List<String>> chunks = new ArrayList<>();
        int length = CHUNK;
        for (StepModel step : types.model().steps()) {
            String statement = new StepStatement(step, types).code();
            length += statement.length();
            if (length > CHUNK) {
                chunks.add(new ArrayList<>());
                length = statement.length();
            }
            chunks.get(chunks.size() - 1).add(statement);
        }
        return chunks;
    }

    private static void addSteps(Source method, List<String> statements) {
        statements.forEach(statement -> method.add("$;", statement));
    }
}
