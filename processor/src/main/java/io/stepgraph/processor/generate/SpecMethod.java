package io.stepgraph.processor.generate;

import static javax.lang.model.element.Modifier.PRIVATE;
import static javax.lang.model.element.Modifier.STATIC;

import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeSpec;
import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.model.StepModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * {@code declared}: the graph as data, built once by plain statements, since lambdas and streams would cost every
 * program that starts.
 */
final class SpecMethod implements Part {

    /** Parts of statements in one method: none makes more than twenty bytes of code, of which 64 KB are the limit. */
    private static final int CHUNK = 3_000;

    @Override
    public void addTo(TypeSpec.Builder definition, AgentTypes types) {
        if (!types.complete()) {
            definition.addMethod(declared(types).addCode(Definition.broken()).build());
            return;
        }
        List<List<CodeBlock>> chunks = chunks(types);
        MethodSpec.Builder declared = declared(types).addCode(start(types));
        chunks.get(0).forEach(declared::addCode);
        for (int i = 1; i < chunks.size(); i++) {
            declared.addStatement("steps$L(graph)", i);
        }
        definition.addMethod(declared.addStatement(
                        "return graph.build($L)", types.constant(types.model().startStep()))
                .build());
        for (int i = 1; i < chunks.size(); i++) {
            MethodSpec.Builder more = MethodSpec.methodBuilder("steps" + i)
                    .addModifiers(PRIVATE, STATIC)
                    .addParameter(builder(types), "graph");
            chunks.get(i).forEach(more::addCode);
            definition.addMethod(more.build());
        }
    }

    private static MethodSpec.Builder declared(AgentTypes types) {
        return MethodSpec.methodBuilder("declared")
                .addModifiers(PRIVATE, STATIC)
                .returns(ParameterizedTypeName.get(RuntimeNames.GRAPH_SPEC, types.steps()));
    }

    private static CodeBlock start(AgentTypes types) {
        AgentModel model = types.model();
        CodeBlock.Builder start = CodeBlock.builder()
                .addNamed(
                        """
                        $builder:T graph = $spec:T.builder(
                                $name:S, $fingerprint:S, $state:L, $output:L);
                        """,
                        Map.of(
                                "builder",
                                builder(types),
                                "spec",
                                RuntimeNames.GRAPH_SPEC,
                                "name",
                                model.graphName(),
                                "fingerprint",
                                types.fingerprint(),
                                "state",
                                ValueTypes.of(types.state()),
                                "output",
                                ValueTypes.of(types.output())));
        TypeName customEvent = types.customEvent();
        if (customEvent != null) {
            start.add("graph.customEvents($L);\n", ValueTypes.of(customEvent));
        }
        return start.build();
    }

    private static TypeName builder(AgentTypes types) {
        return ParameterizedTypeName.get(RuntimeNames.GRAPH_SPEC.nestedClass("Builder"), types.steps());
    }

    /** The statements of all steps, a list for each method. */
    private static List<List<CodeBlock>> chunks(AgentTypes types) {
        List<List<CodeBlock>> chunks = new ArrayList<>();
        int parts = CHUNK;
        for (StepModel step : types.model().steps()) {
            StepStatement statement = new StepStatement(step, types);
            CodeBlock code = statement.code();
            parts += statement.parts();
            if (parts > CHUNK) {
                chunks.add(new ArrayList<>());
                parts = statement.parts();
            }
            chunks.get(chunks.size() - 1).add(code);
        }
        return chunks;
    }
}
